/* SPDX-License-Identifier: MIT */
/*
 * A drive's id: `<model>_<serial>` cleaned to [A-Za-z0-9._-], what it is known by in every series
 * and file name. Assigned at first sight, never recomputed.
 */
#ifndef PLATTER_CORE_IDENT_H
#define PLATTER_CORE_IDENT_H

#include <stdbool.h>
#include <stddef.h>

#include <platter/snapshot.h>

/*
 * Copy text from outside: at most src_len bytes, ends at the first NUL, leading and trailing white
 * space cut, control characters and bytes over 126 dropped, inner runs of space one space.
 * dst_size > 0; always ends in NUL. Returns the length written.
 */
size_t platter_text_clean(char *dst, size_t dst_size, const void *src, size_t src_len);

/* Every character outside [A-Za-z0-9._-] becomes '-', runs of '-' one, ends trimmed. In place. */
void platter_id_clean(char *s);

/* Whether a serial is one that tells drives apart: not empty, not a single repeated character, not
 * one known to be handed out by USB bridges to every bay (000000000000, 152D00539000 ...). */
bool platter_serial_usable(const char *serial);

/*
 * Make an id. model and serial are cleaned text (platter_text_clean). An unusable serial is
 * replaced by place ("loop0", a bus path), which must not be NULL or empty then.
 */
void platter_id_make(char id[PLATTER_ID_MAX], const char *model, const char *serial,
                     const char *place);

#endif
