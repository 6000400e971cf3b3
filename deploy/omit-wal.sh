#!/bin/sh
# Exits with 0 if a file of WAL must not be archived, else with 1. PostgreSQL runs it in the data folder of the primary, as a part of
# archive_command: omit-wal.sh NAME.
#
# Of an ended timeline it omits the segment that has the end, and all later ones. The next timeline begins with a copy of that segment,
# which is archived instead. The nodes' copies of the old segment end at different places, and each node that is promoted archives
# its own. pgBackRest refuses the second of them, and then PostgreSQL archives nothing more.
set -eu

name=$1
# A history, a backup's label and a partial segment have a name of their own.
case $name in *.*) exit 1 ;; esac
rest=${name#????????}
timeline=$((0x${name%"$rest"})) log=$((0x${rest%????????})) segment=$((0x${rest#????????}))
# A line of a history: 11, a tab, 0/B90000A0, a tab, the reason. The newest history comes last.
end=$(cat pg_wal/*.history 2>/dev/null | awk -v timeline="$timeline" '$1 == timeline { end = $2 } END { print end }')
# A segment has 16 MB, PostgreSQL's default.
if [ -z "$end" ] || [ $((log * 256 + segment)) -lt $((0x${end%/*} * 256 + 0x${end#*/} / 16777216)) ]; then
    exit 1
fi
echo "$name is not archived: timeline $timeline ended at $end"
