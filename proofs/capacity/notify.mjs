// Measures how many transactions a second can notify. PostgreSQL commits these one after the other, across all databases of a server.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setting } from '../bench/portal.mjs'
import { database, folder, rows } from './processes.mjs'

const CONNECTIONS = 16
const insert = 'insert into capacity_notify (said) values (repeat($$x$$, 300));'

/** Measures with and without notifications. Returns nothing if pgbench is missing. */
export const notifying = () => {
  if (spawnSync('pgbench', ['--version']).error) return undefined
  rows(
    'create table capacity_notify (id bigint generated always as identity primary key, said text); grant all on capacity_notify to portal',
  )
  const perSecond = (name, sql) => {
    const file = `${folder}/${name}.sql`
    writeFileSync(file, sql)
    const how = ['-n', '-c', String(CONNECTIONS), '-j', '2', '-T', String(setting('SECONDS_NOTIFY', 6)), '-f', file, database]
    const told = execFileSync('pgbench', how, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number(/tps = ([0-9.]+)/.exec(told)[1])
  }
  const plain = perSecond('plain', insert)
  const notify = perSecond('notify', `begin;\n${insert}\nselect pg_notify('capacity', 'x');\ncommit;\n`)
  const wrapped = perSecond('wrapped', `begin;\n${insert}\nselect 1;\ncommit;\n`)
  rows('drop table capacity_notify')
  console.log(`  commits a second of ${CONNECTIONS} connections: ${wrapped.toFixed(0)}; with a notification each ${notify.toFixed(0)}`)
  return { connections: CONNECTIONS, plain, wrapped, notify }
}
