/* SPDX-License-Identifier: MIT */
/*
 * The colours of our pictures: light paper, dark text, and marks that stay apart for every kind of
 * colour vision (M. Okabe and K. Ito, "Color Universal Design", 2002). A colour is 0xRRGGBBAA.
 */
#ifndef PLATTER_REPORT_PALETTE_H
#define PLATTER_REPORT_PALETTE_H

#include <stdint.h>

#define PLATTER_INK_PAPER 0xffffffffu
#define PLATTER_INK_TEXT 0x2b2b2bffu
#define PLATTER_INK_QUIET 0x6b6b6bffu /* notes, units */
#define PLATTER_INK_AXIS 0x8c8c8cffu
#define PLATTER_INK_GRID 0x00000018u
#define PLATTER_INK_BLUE 0x0072b2ffu
#define PLATTER_INK_SKY 0x56b4e9ffu
#define PLATTER_INK_GREEN 0x009e73ffu
#define PLATTER_INK_ORANGE 0xe69f00ffu
#define PLATTER_INK_VERMILION 0xd55e00ffu

/* The same colour, share (0-1) of it opaque. */
uint32_t platter_ink_thin(uint32_t rgba, double share);

/*
 * One ordered ramp, 0 dark ... 1 light, whose lightness alone tells neighbours apart, so that it
 * survives colour blindness and grey printing.
 */
uint32_t platter_ink_ramp(double at);

#endif
