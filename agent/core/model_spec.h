/* SPDX-License-Identifier: MIT */
/*
 * What a simulated drive is: the parameters of a drive file (contrib/drives/NAME.conf,
 * platter-drive.conf(5)). Plain data, may be copied.
 */
#ifndef PLATTER_CORE_MODEL_SPEC_H
#define PLATTER_CORE_MODEL_SPEC_H

#include <stdint.h>

#define PLATTER_MODEL_NAME_MAX 32
#define PLATTER_MODEL_TEXT_MAX 48
#define PLATTER_MODEL_FAULTS_MAX 8
#define PLATTER_MODEL_FAULT_MAX 96

struct platter_model_spec {
    char name[PLATTER_MODEL_NAME_MAX];  /* "wd2002faex": sim:wd2002faex */
    char model[PLATTER_MODEL_TEXT_MAX]; /* "WDC WD2002FAEX" */
    uint32_t number;                    /* one of several of a kind; 0 = the only one */

    uint64_t capacity_bytes;
    uint32_t physical_bytes;
    double rev_ns;    /* 0 = nothing turns */
    double outer_bps; /* R0 */
    double plateau_bps;
    double radius_ratio; /* k, inner / outer */
    double skew_ns;
    double seek_a_ns, seek_b_ns;
    double overhead_ns;
    double interface_bps;
    double switch_ns;     /* 0 = none */
    double switch_tracks; /* tracks between two switches */
    double startup_ns;
    uint32_t segments;
    uint64_t segment_bytes;
    uint32_t retries;

    double write_outer, write_inner; /* share of the reading rate */
    double write_start_outer_ns, write_start_inner_ns;
    uint64_t media_cache_bytes, shingle_bytes;

    double standby_ns, spinup_ns; /* standby_ns 0 = never */
    double temperature_c, temperature_season_c, temperature_day_c, temperature_load_c;
    double temperature_noise_c;

    double noise_visit, noise_drive, noise_zone, noise_memory;
    double season, season_rest, noise_day;
    double jitter;
    double slow_blocks, slow_spread;
    double incidents; /* per year */

    double busy_day, busy_night;
    double backup_ns, scrub_every_ns, scrub_ns;
    double leak;

    uint32_t n_faults;
    /* As written, valid (model_faults.h). */
    char faults[PLATTER_MODEL_FAULTS_MAX][PLATTER_MODEL_FAULT_MAX];
};

#endif
