/* SPDX-License-Identifier: MIT */
/* For tests that draw: what the sanitizers are not to blame us for (see lsan.supp, of which this is
 * the part that a test brings along). */
#ifndef PLATTER_TESTS_RRD_LEAKS_H
#define PLATTER_TESTS_RRD_LEAKS_H

/* Seen from a shared runtime, too, though everything else is hidden. */
#define SANITIZER_HOOK __attribute__((visibility("default")))

SANITIZER_HOOK const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:librrd.so\nleak:libfontconfig.so\nleak:libpango\nleak:libglib-2.0.so\n";
}

/* Libraries without frame pointers are seen in a stack only so. */
SANITIZER_HOOK const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "fast_unwind_on_malloc=0";
}

#endif
