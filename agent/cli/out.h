/* SPDX-License-Identifier: MIT */
/* Text for people: how wide, whether in colour, paragraphs, figures with
 * units. */
#ifndef PLATTER_CLI_OUT_H
#define PLATTER_CLI_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "agent/wire/json.h"

/* How many columns there are for text: COLUMNS, the terminal's width, or, where the output is no
 * terminal, more than any table needs. */
unsigned platter_out_width(void);
/* Whether stdout is a terminal that may be coloured: no NO_COLOR, no TERM=dumb. */
bool platter_out_colour(void);
/* Whether the locale's character set is UTF-8. */
bool platter_out_utf8(void);

/* A paragraph, wrapped at the width, every line indented. */
void platter_out_paragraph(unsigned indent, const char *text);

/* "  head      text": the text wrapped at the width, every line of it at column indent + 2. */
void platter_out_labelled(const char *head, unsigned indent, const char *text);

/* The text, wrapped at the width: its first line goes on where the cursor is, at column indent, the
 * others are indented. */
void platter_out_hanging(unsigned indent, const char *text);

/* A bar of share (0-1) of a width in columns: eighths of blocks in UTF-8, else '#'. */
void platter_out_bar(char *buf, size_t size, double share, unsigned width, bool utf8);

/* "2.00 TB" and "23.4 MiB". */
void platter_out_bytes(char *buf, size_t size, uint64_t bytes);
void platter_out_bytes_binary(char *buf, size_t size, uint64_t bytes);
/* A figure with digits behind the point; "-" when it is not known. */
void platter_out_figure(char *buf, size_t size, double value, int digits);
/* Seconds as milliseconds: "11.90", "0.089"; "-" when they are not known. */
void platter_out_ms(char *buf, size_t size, double seconds);
/* "4 s", "12 min", "3 h", "2 d"; "-" when it is not known. */
void platter_out_age(char *buf, size_t size, double age_s);

/* Print a document, indented or on one line, and free it. Returns an exit status. */
int platter_out_json(struct platter_json *j, bool pretty);

#endif
