#!/bin/sh
# Prints the first page of the unpaid bills as a pgbench script: the very statement that the portal sends, from the
# record in .sqlx that its macro checks, so that the two can never be different.
#   scripts/unpaid-page.sh >page.sql
#   pgbench -n -M prepared -f page.sql -D bulk=3000000000 -D after_date=0001-01-01 -D after_invoice=0 …
set -eu
cd "$(dirname "$0")/.."

recorded=$(grep -lF "with matching as not materialized (select * from bill where bulk_id" .sqlx/*.json |
    xargs grep -lF "(coalesce(b.due_date, 'infinity'::date), b.invoice_no) > (")
case $recorded in *.json*.json | '') echo "unpaid-page: not exactly one such query in .sqlx" >&2; exit 1 ;; esac

# A page of 100 asks for a row more, which tells whether there is a next page.
echo '\set rows 101'
# JSON's escapes, then the parameters as pgbench names them.
sed -n 's/^  "query": "\(.*\)",$/\1/p' "$recorded" |
    sed -e 's/\\"/"/g' -e 's/\\n/\n/g' \
        -e 's/\$1/:bulk/g' -e 's/\$2/:rows/g' -e 's/\$3/:after_invoice/g' -e 's/\$4/:after_date/g'
echo ';'
