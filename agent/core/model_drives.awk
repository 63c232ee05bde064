# SPDX-License-Identifier: MIT
# Drive files -> C: awk -f model_drives.awk model_keys.def NAME.conf... >model_drives.c

BEGIN {
    unit["ns"] = 1; unit["us"] = "1e3"; unit["ms"] = "1e6"; unit["s"] = "1e9"
    unit["min"] = "60e9"; unit["h"] = "3600e9"; unit["d"] = "86400e9"
    unit["B"] = 1; unit["kB"] = "1000"; unit["MB"] = "1000000"; unit["GB"] = "1000000000"
    unit["KiB"] = "1024"; unit["MiB"] = "1048576"; unit["GiB"] = "1073741824"
    unit["MB/s"] = "1e6"; unit["GB/s"] = "1e9"; unit["%"] = ".01"; unit["C"] = 1; unit[""] = 1
    print "/* Made of contrib/drives by agent/core/model_drives.awk. */"
    print "#include \"agent/core/model.h\""
    print "static const struct platter_model_spec specs[] = {"
}

function trimmed(s) { sub(/^[ \t]+/, "", s); sub(/[ \t]+$/, "", s); return s }
function bad(why) { print FILENAME ":" FNR ": " why >"/dev/stderr"; failed = 1; exit 1 }

# KEY("model", TEXT, model, ...
FILENAME ~ /\.def$/ {
    if ($0 ~ /^KEY\("/) {
        split($0, part, /[",() ]+/)
        kind[part[2]] = part[3]; member[part[2]] = part[4]
    }
    next
}

function end_drive() {
    if (faults) print "        .n_faults = " faults ","
    print "    },"
}

FNR == 1 {
    if (open) end_drive()
    open = 1; faults = 0
    name = FILENAME; sub(/^.*\//, "", name); sub(/\.conf$/, "", name)
    print "    {"
    print "        .name = \"" name "\","
}

{ sub(/#.*$/, "") }
/^[ \t]*$/ { next }
{
    at = index($0, "=")
    key = trimmed(substr($0, 1, at - 1)); value = trimmed(substr($0, at + 1))
    if (key == "fault") {
        print "        .faults[" faults++ "] = \"" value "\","
        next
    }
    if (!(key in kind)) bad("no such key: " key)
    if (kind[key] == "TEXT") {
        print "        ." member[key] " = \"" value "\","
        next
    }
    match(value, /^[-+.0-9eE]+/)
    number = substr(value, 1, RLENGTH); word = trimmed(substr(value, RLENGTH + 1))
    if (!(word in unit)) bad("no such unit: " word)
    if (kind[key] ~ /BYTES|SIZE|WHOLE/)
        print "        ." member[key] " = " number (kind[key] == "BYTES" ? "ull" : "u") " * " unit[word] ","
    else
        print "        ." member[key] " = " number " * " unit[word] ","
}

END {
    if (failed) exit 1
    end_drive()
    print "};"
    print "const struct platter_model_spec *platter_model_specs(unsigned *n)"
    print "{\n    *n = sizeof specs / sizeof specs[0];\n    return specs;\n}"
}
