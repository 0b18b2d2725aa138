import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { apiBase, type Services, type Transaction } from '../../serve'

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const feedUrl = ({ url }: Services['site'], token: string): string =>
  `${url}${apiBase}/calendar-feeds/${token}.ics`

export const keepToken = async (db: Transaction, tenantId: string, feedId: string, token: string): Promise<void> => {
  await sql`insert into calendar_feed_secrets (tenant_id, calendar_feed_id, hash)
    values (${tenantId}, ${feedId}, ${hashOfToken(token)})
    on conflict (tenant_id, calendar_feed_id) do update set hash = excluded.hash`.execute(db)
}
