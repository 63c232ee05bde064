/* SPDX-License-Identifier: MIT */
/*
 * Preloaded to User-Mode Linux on CPUs with AMX. It keeps the floating-point state of its processes
 * in a buffer of fixed size, and this kernel takes the state back only whole (xstateregs_set() in
 * the host's arch/x86/kernel/fpu/regset.c: EFAULT), so it panics: "ptrace set fp regs failed". What
 * it writes is completed here with what the process has behind it; nothing in the guest uses AMX.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

#define NT_X86_XSTATE 0x202
#define STATE_MAX_BYTES 16384

typedef long (*ptrace_fn)(enum __ptrace_request request, pid_t pid, uintptr_t addr, void *data);

static ptrace_fn next_ptrace;

/* Before main: UML calls us on small stacks of its own, no place for the dynamic linker. */
__attribute__((constructor)) static void find_next(void)
{
    void *found = dlsym(RTLD_NEXT, "ptrace");

    memcpy(&next_ptrace, &found, sizeof next_ptrace);
}

static long set_state(pid_t pid, uintptr_t addr, const struct iovec *part)
{
    static char state[STATE_MAX_BYTES] __attribute__((aligned(64)));
    struct iovec whole = {.iov_base = state, .iov_len = sizeof state};
    long result = next_ptrace(PTRACE_GETREGSET, pid, addr, &whole);

    if (result < 0)
        return result;
    memcpy(state, part->iov_base, part->iov_len < whole.iov_len ? part->iov_len : whole.iov_len);
    return next_ptrace(PTRACE_SETREGSET, pid, addr, &whole);
}

__attribute__((visibility("default"))) long ptrace(enum __ptrace_request request, ...)
{
    va_list list;

    va_start(list, request);
    pid_t pid = va_arg(list, pid_t);
    uintptr_t addr = va_arg(list, uintptr_t);
    void *data = va_arg(list, void *);
    va_end(list);
    if (request == PTRACE_SETREGSET && addr == NT_X86_XSTATE)
        return set_state(pid, addr, data);
    return next_ptrace(request, pid, addr, data);
}
