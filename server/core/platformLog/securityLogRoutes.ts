import { sql } from 'kysely'
import { type PlatformLogEntry, platformLog } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { deviceOf } from '../../auth/device'
import { recordColumns, toRecord } from '../../crud/columns'
import { all, type Condition } from '../../crud/scope'
import type { Transaction } from '../../db/database'
import { implement, Reply } from '../../http/implement'
import { notFound } from '../../http/problem'
import type { Route } from '../../http/route'

const ownKinds: readonly PlatformLogEntry['kind'][] = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'session_ended',
  'password_changed',
  'email_changed',
  'factor_added',
  'factor_removed',
  'superuser_granted',
  'superuser_revoked',
]

interface Page {
  page: number
  perPage: number
}

const readHistory = async (
  db: Transaction,
  userId: string,
  { page, perPage }: Page,
  more: readonly Condition[] = [],
) => {
  const user = await db.selectFrom('users').select('authId').where('id', '=', userId).executeTakeFirst()
  if (!user) throw notFound('user')
  const mine = sql<boolean>`(user_id = ${userId} or account_id = ${user.authId})`
  const condition = all([mine, ...more])
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(recordColumns(platformLog, {}))} from platform_log where ${condition}
    order by at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from platform_log where ${condition}`.execute(db)
  return {
    entries: rows.map(row => ({ ...toRecord(platformLog, row), device: deviceOf(String(row.device ?? '')) ?? null })),
    headers: { 'X-Total-Count': String(counted.rows[0]?.total ?? 0) },
  }
}

export const securityLogRoutes: Route[] = [
  implement(coreCalls.users.mySecurityLog, async ({ caller, query, read }) => {
    const { entries, headers } = await read(db =>
      readHistory(db, caller.userId, query, [sql<boolean>`kind = any(${ownKinds})`]),
    )
    return new Reply(
      entries.map(entry => ({ ...entry, actor: null })),
      headers,
    )
  }),
  implement(coreCalls.users.securityLog, async ({ params, query, read }) => {
    const { entries, headers } = await read(db => readHistory(db, params.id, query))
    return new Reply(entries, headers)
  }),
]
