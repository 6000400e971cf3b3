// Checks the rights of the database's roles: deploy/database.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { address, port, rows } from './cluster.mjs'

const later = promisify(execFile)

/** Returns PostgreSQL's refusal of a statement, or nothing. The statement is rolled back. */
const refusal = async (role, statement) => {
  try {
    await later('psql', ['-XqAt', '-v', 'ON_ERROR_STOP=1', address(role), '-c', `begin; ${statement}; rollback`])
    return undefined
  } catch ({ stderr }) {
    return stderr.split('\n')[0].replace(/^ERROR:\s+/, '')
  }
}

const REFUSED = {
  gridbill: [
    'create table public.mine (a int)',
    'create schema mine',
    'create extension pgcrypto',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    'alter table public.payment add column mine int',
    'alter table public.payment disable trigger all',
    'drop table public.saved_view',
    'select * from months.notification_default',
    'drop table months.notification_default',
    'drop trigger append_only on public.fact',
    'truncate public.bill cascade',
    'create index on public.bill (status)',
    'delete from public.late_decision',
    'update public.fpx_message set verdict = verdict',
    'delete from public.fact',
    'update public.fact set subject = subject',
    'insert into public._sqlx_migrations values (9999, $$x$$, now(), true, $$x$$, 0)',
    'alter role gridbill superuser',
    'set role gridbill_owner',
    'copy public.payment to program $$true$$',
  ],
  gridbill_reports: [
    'select password_hash from person',
    'select * from session',
    'select * from refresh_token',
    'select * from secret',
    'select * from link',
    'select * from mail',
    'select * from fpx_message',
    'set transaction read write; update payment set status = status',
    'set transaction read write; create table public.mine (a int)',
    'set transaction read write; select drop_month($$security_event$$, now())',
  ],
}
const ALLOWED = {
  gridbill: [
    'select count(*) from payment',
    'update payment set version = version',
    'delete from saved_view',
    'select add_month($$notification$$, now())',
    'select drop_month($$security_event$$, timestamptz $$2020-01-01$$)',
    'select count(*) from graphile_worker._private_jobs',
  ],
  gridbill_reports: [
    'select bulk_id, status, sum(amount) from payment group by 1, 2',
    'select name, role from person limit 1',
    'select count(*) from bill',
  ],
}

export const roles = async (show) => {
  const wrong = []
  for (const [role, statements] of Object.entries(REFUSED))
    for (const statement of statements) {
      const why = await refusal(role, statement)
      if (!why) wrong.push(`${role} may: ${statement}`)
      else if (
        !/permission denied|must be owner|refuse|append|never|not allowed|read-only|must be (a )?superuser|changed|privilege/i.test(
          why,
        )
      )
        wrong.push(`${role}: ${statement}: ${why}`)
    }
  for (const [role, statements] of Object.entries(ALLOWED))
    for (const statement of statements) {
      const why = await refusal(role, statement)
      if (why) wrong.push(`${role} may not: ${statement}: ${why}`)
    }
  const count = (of) =>
    Object.entries(of)
      .map(([role, statements]) => `${role} ${statements.length}`)
      .join(', ')
  show(`refused: ${count(REFUSED)}; allowed: ${count(ALLOWED)}`)
  const users = await rows(
    "select usename, application_name, count(*) from pg_stat_activity where datname = 'gridbill' and application_name like 'gridbill%' group by 1, 2 order by 1, 2",
    'gridbill',
  )
  for (const [user, name, connections] of users) show(`${name.padEnd(33)}${user}, ${connections} connections`)
  if (users.length === 0 || users.some(([user]) => user !== 'gridbill')) wrong.push('the program is connected as another role')
  const foreign = await rows(
    "select tablename from pg_tables where schemaname in ('public', 'graphile_worker') and tableowner <> 'gridbill_owner'",
  )
  if (foreign.length > 0) wrong.push(`not the owner's: ${foreign.join(', ')}`)
  const plain = await refusal('gridbill', 'select 1').then(() =>
    later('psql', [`${address('gridbill').replace('verify-full', 'disable')}`, '-c', 'select 1']).then(
      () => undefined,
      ({ stderr }) => stderr,
    ),
  )
  if (!/no encryption/.test(plain ?? '')) wrong.push(`without TLS: ${plain ?? 'let in'}`)
  show('without TLS                      refused')
  // Patroni carries out commands as the superuser.
  const patroni = `http://127.0.0.1:${port('patroni1')}`
  const changes = { '/config': 'PATCH', '/reload': 'POST', '/switchover': 'POST' }
  for (const [path, method] of Object.entries(changes)) {
    const { status } = await fetch(patroni + path, { method, body: '{}', headers: { 'content-type': 'application/json' } })
    if (status !== 401) wrong.push(`Patroni answers ${method} ${path} without a password: ${status}`)
  }
  show(`Patroni, without its password    ${Object.keys(changes).length} changes asked for`)
  return wrong
}
