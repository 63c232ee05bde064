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

/* What tells a drive from others; "" where it is not known. */
struct platter_who {
    const char *model, *serial, *wwn;
    int transport; /* how it was asked: the same way of asking gives the same answer */
};

/*
 * Whether two sights are of one drive: WWN equal and unique in this machine, unless the same
 * transport gave two different serials; else serials equal without punctuation (HBAs lose hyphens)
 * and one model a prefix of the other (INQUIRY cuts at 16 characters).
 */
bool platter_same_drive(const struct platter_who *a, const struct platter_who *b, bool wwn_unique);

#endif
