/* SPDX-License-Identifier: MIT */
#include "agent/cli/scan_smart.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "agent/cli/out.h"
#include "agent/drive/atasmart.h"

/* What reading a whole surface may move. */
static const uint8_t moved[] = {5, 187, 188, 196, 197, 198, 199};

int platter_scan_smart_read(const struct platter_found *found, int64_t time_s,
                            struct platter_smart *out)
{
    struct platter_smart_pages pages;
    enum platter_ata_form form = PLATTER_ATA_16;

    if (found->transport != PLATTER_TRANSPORT_ATA && found->transport != PLATTER_TRANSPORT_USB)
        return -EOPNOTSUPP;
    int r = platter_atasmart_read(found->device, &form, &pages);
    if (r)
        return r;
    return platter_smart_decode(pages.data, pages.has_thresholds ? pages.thresholds : NULL,
                                pages.status, time_s, out);
}

static const struct platter_attribute *attribute(const struct platter_smart *s, uint8_t id)
{
    for (unsigned i = 0; i < s->n_attributes; i++)
        if (s->attributes[i].id == id)
            return &s->attributes[i];
    return NULL;
}

void platter_scan_smart_print(const struct platter_smart *before, const struct platter_smart *after)
{
    char text[512];
    int at = 0;

    if (!before || !after)
        return;
    for (unsigned i = 0; i < sizeof(moved) / sizeof(*moved); i++) {
        const struct platter_attribute *a = attribute(before, moved[i]);
        const struct platter_attribute *b = attribute(after, moved[i]);
        if (a && b && a->raw != b->raw && at < (int)sizeof(text) - 100)
            at += snprintf(
                text + at, sizeof(text) - (size_t)at, "%s %s %llu -> %llu",
                at ? "," : "SMART moved during the scan:", platter_attribute_name(moved[i]),
                (unsigned long long)a->raw, (unsigned long long)b->raw);
    }
    if (!at)
        at = snprintf(text, sizeof(text), "SMART counts the same bad sectors as before the scan");
    if (isfinite(before->temperature_c) && isfinite(after->temperature_c))
        at += snprintf(text + at, sizeof(text) - (size_t)at, "; %.0f degrees C before, %.0f after",
                       before->temperature_c, after->temperature_c);
    snprintf(text + at, sizeof(text) - (size_t)at, ".");
    platter_out_paragraph(0, text);
}
