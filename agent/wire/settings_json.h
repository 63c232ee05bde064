/* SPDX-License-Identifier: MIT */
/*
 * An agent's options as it tells them in its hello: name, value and where the value is from, so
 * that whoever asks for another one can be told what holds instead.
 */
#ifndef PLATTER_WIRE_SETTINGS_JSON_H
#define PLATTER_WIRE_SETTINGS_JSON_H

#include "agent/wire/json.h"

#define PLATTER_SETTINGS_MAX 32

struct platter_setting {
    char name[24];
    char value[64];   /* as one would write it: "10min"; cut to fit */
    char origin[112]; /* "default", "/etc/platter/platter.conf:12", "command line" */
};

struct platter_settings {
    unsigned n;
    struct platter_setting items[PLATTER_SETTINGS_MAX];
};

/* NULL: no memory. The caller owns it. */
struct platter_json *platter_settings_to_json(const struct platter_settings *s);
/* What is not understood is left out; j may be NULL: none. */
void platter_settings_from_json(const struct platter_json *j, struct platter_settings *out);

/*
 * Compare with an option as it is written for -o ("interval=2min"). Returns the agent's setting if
 * it is another one, NULL if it is the same ("120" is "2min") or not in there.
 */
const struct platter_setting *platter_settings_differ(const struct platter_settings *s,
                                                      const char *option);

#endif
