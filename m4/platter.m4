# SPDX-License-Identifier: MIT

# PLATTER_FLAGS(VARIABLE, FLAGS): set VARIABLE to those FLAGS that the compiler takes.
# Unknown -Wno-... would pass unseen; unknown others are errors or, in clang, warnings.
AC_DEFUN([PLATTER_FLAGS], [
    $1=
    platter_saved_CFLAGS=$CFLAGS
    for platter_flag in m4_normalize([$2]); do
        CFLAGS="$platter_saved_CFLAGS -Werror $platter_flag"
        AC_MSG_CHECKING([whether $CC takes $platter_flag])
        AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
            [AC_MSG_RESULT([yes]); $1="$$1 $platter_flag"], [AC_MSG_RESULT([no])])
    done
    CFLAGS=$platter_saved_CFLAGS
])

# PLATTER_LINK_FLAGS(VARIABLE, FLAGS): the same for the linker.
AC_DEFUN([PLATTER_LINK_FLAGS], [
    $1=
    platter_saved_LDFLAGS=$LDFLAGS
    for platter_flag in m4_normalize([$2]); do
        LDFLAGS="$platter_saved_LDFLAGS $platter_flag"
        AC_MSG_CHECKING([whether the linker takes $platter_flag])
        AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
            [AC_MSG_RESULT([yes]); $1="$$1 $platter_flag"], [AC_MSG_RESULT([no])])
    done
    LDFLAGS=$platter_saved_LDFLAGS
])

# PLATTER_REQUIRE_FLAGS(FLAGS, MESSAGE): end with MESSAGE when a program cannot be built with FLAGS.
AC_DEFUN([PLATTER_REQUIRE_FLAGS], [
    platter_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS $1"
    AC_MSG_CHECKING([whether $CC links with the sanitizers])
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
        [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no]); AC_MSG_ERROR([$2])])
    CFLAGS=$platter_saved_CFLAGS
])

# PLATTER_NEEDS(NAME, PKG-CONFIG MODULE, DEBIAN PACKAGE, [OPTION THAT DOES WITHOUT])
AC_DEFUN([PLATTER_NEEDS], [
    PKG_CHECK_MODULES([$1], [$2], [],
        [AC_MSG_ERROR([$2 was not found: install it (Debian: apt-get install $3)m4_ifval([$4], [ or configure with $4])])])
])

# PLATTER_COLLECTD: the headers (some distributions ship half of them, so they are compiled) and the
# folder that collectd loads plugins from. Sets COLLECTD, COLLECTD_CPPFLAGS, COLLECTD_PLUGIN_DIR.
AC_DEFUN([PLATTER_COLLECTD], [
    AC_PATH_PROG([COLLECTD], [collectd], [], [$PATH$PATH_SEPARATOR/usr/sbin$PATH_SEPARATOR/usr/local/sbin$PATH_SEPARATOR/opt/collectd/sbin])
    AS_IF([test "x$enable_plugin" != xno], [
        platter_saved_CPPFLAGS=$CPPFLAGS
        platter_headers=$with_collectd_headers
        # Debian's headers are in /usr/include/collectd and name each other "collectd/core/...".
        COLLECTD_CPPFLAGS="-isystem $platter_headers -isystem $(dirname "$platter_headers") -DHAVE_CONFIG_H"
        CPPFLAGS="$CPPFLAGS $COLLECTD_CPPFLAGS"
        AC_MSG_CHECKING([for collectd's headers in $platter_headers])
        # A source of its own: what configure has found out so far (confdefs.h) must not get in.
        AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include "collectd/core/daemon/collectd.h"
#include "collectd/core/daemon/plugin.h"
#include "collectd/core/utils/common/common.h"
static int read_nothing(user_data_t *user)
{
    (void)user;
    return 0;
}
void module_register(void)
{
    plugin_register_complex_read(NULL, "conftest", read_nothing, TIME_T_TO_CDTIME_T(10), NULL);
}
        ]])], [AC_MSG_RESULT([yes])], [
            AC_MSG_RESULT([no])
            AC_MSG_ERROR([collectd's headers do not compile: install them (Debian: apt-get install collectd-dev), name their folder with --with-collectd-headers=DIR, or configure with --disable-plugin; config.log has what the compiler said])])
        CPPFLAGS=$platter_saved_CPPFLAGS

        AC_MSG_CHECKING([for collectd's plugin directory])
        COLLECTD_PLUGIN_DIR=$with_collectd_plugindir
        AS_IF([test -z "$COLLECTD_PLUGIN_DIR" && test -n "$COLLECTD"], [
            COLLECTD_PLUGIN_DIR=$("$COLLECTD" -h 2>/dev/null | sed -n 's/^ *Plugin directory  *//p')])
        AS_IF([test -z "$COLLECTD_PLUGIN_DIR"], [
            AC_MSG_RESULT([unknown])
            AC_MSG_ERROR(['collectd -h' names no plugin directory: install collectd (Debian: apt-get install collectd-core), name the folder with --with-collectd-plugindir=DIR, or configure with --disable-plugin])])
        AC_MSG_RESULT([$COLLECTD_PLUGIN_DIR])
    ])
    AC_SUBST([COLLECTD_CPPFLAGS])
    AC_SUBST([COLLECTD_PLUGIN_DIR])
])
