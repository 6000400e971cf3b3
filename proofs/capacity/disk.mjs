// The disk space of rows with their indexes, after all measurements.
import { one, rows } from './processes.mjs'

const TABLES = ['account_master', 'electricity_account', 'bill', 'bill_charges', 'payment', 'payment_item', 'payment_reference']
const MORE = ['receipt', 'fact', 'notification', 'fpx_request', 'fpx_message', 'answered_call', 'session', 'mail', 'security_event']
const SUMS = ['bill_total', 'billed_account', 'billed_accounts']

export const disk = () => {
  rows('vacuum (analyze)')
  const tables = [...TABLES, ...MORE, ...SUMS].map((name) => {
    // A partitioned table is empty itself: its rows and indexes are in its partitions.
    const parts = `select '${name}'::regclass::oid union select relid::oid from pg_partition_tree('${name}')`
    const [[count, whole, indexes]] = rows(`select (select count(*) from ${name}), sum(pg_total_relation_size(part)),
      sum(pg_indexes_size(part)) from (${parts}) as tree (part)`)
    const [rowCount, bytes] = [Number(count), Number(whole)]
    return { name, rows: rowCount, bytes, each: bytes / Math.max(rowCount, 1), indexes: Number(indexes) / Math.max(bytes, 1) }
  })
  const database = Number(one('select pg_database_size(current_database())'))
  return { tables, database, connections: Number(one('select count(*) from pg_stat_activity where usename = $$portal$$')) }
}

/** Counts the demo's rows for each payment and for each bulk account. */
export const counts = () => {
  const count = (query) => Number(one(query))
  return {
    factsOfPayment: count("select count(*) / greatest(count(distinct subject), 1)::float8 from fact where subject like 'payment:%'"),
    told: count('select (select count(*) from notification)::float8 / greatest((select count(*) from fact), 1)'),
  }
}
