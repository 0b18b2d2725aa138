import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { linksLiveFor } from '../../../src/resources/bookingInputs'
import type { Services, Transaction } from '../../serve'
import { readerOfTokens, signedToken, tokenBytes } from './signedToken'

export const bookingPageUrl = ({ url, mainDomain }: Services['site'], slug: string): string =>
  mainDomain ? `https://${slug}.${mainDomain}/book` : `${url}/book/${slug}`

export type LinkKind = 'manage' | 'hold' | 'offer'

interface Secrets {
  linkSecret: string
  linkGeneration: number
}

const messageOf = (kind: LinkKind, bookingId: string, { linkGeneration }: Secrets): string =>
  `${kind} ${bookingId} ${linkGeneration}`

/** 48 characters: the booking's id, signed with the tenant's secret. */
const tokenOf = (kind: LinkKind, bookingId: string, secrets: Secrets): string =>
  signedToken([bookingId], secrets.linkSecret, messageOf(kind, bookingId, secrets))

const readToken = readerOfTokens<[bookingId: string]>(1)

export const linkUrl = (site: Services['site'], slug: string, kind: LinkKind, token: string): string =>
  `${bookingPageUrl(site, slug)}/${kind}/${token}`

const readSecrets = async (
  db: Transaction,
  tenantId: string,
  bookingId: string,
  { now }: { now: number | null },
): Promise<(Secrets & { slug: string }) | null> => {
  const over = now === null ? null : formatInstant(now - linksLiveFor)
  const { rows } = await sql<Secrets & { slug: string }>`
    select tenants.link_secret, tenants.slug, bookings.link_generation
    from bookings join tenants on tenants.id = bookings.tenant_id
    left join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    where bookings.tenant_id = ${tenantId} and bookings.id = ${bookingId}
    and (${over}::timestamptz is null or bookings.ends_at > ${over})
    and customers.anonymized_at is null`.execute(db)
  return rows[0] ?? null
}

export const linkToken = async (
  db: Transaction,
  tenantId: string,
  bookingId: string,
  kind: LinkKind,
): Promise<string | null> => {
  const secrets = await readSecrets(db, tenantId, bookingId, { now: null })
  return secrets && tokenOf(kind, bookingId, secrets)
}

export const bookingNamedBy = (token: string): string | null => readToken(token)?.ids[0] ?? null

export const fakeToken = (): string => randomBytes(tokenBytes(1)).toString('base64url')

interface CustomerLinks {
  manageUrl: string
  holdUrl: string
  offerUrl: string
}

/** Stable until revoked. */
export const customerLinks = async (
  db: Transaction,
  { tenantId, bookingId, site }: { tenantId: string; bookingId: string; site: Services['site'] },
): Promise<CustomerLinks | null> => {
  const secrets = await readSecrets(db, tenantId, bookingId, { now: null })
  if (!secrets) return null
  const url = (kind: LinkKind) => `${bookingPageUrl(site, secrets.slug)}/${kind}/${tokenOf(kind, bookingId, secrets)}`
  return { manageUrl: url('manage'), holdUrl: url('hold'), offerUrl: url('offer') }
}

export const bookingOfToken = async (
  db: Transaction,
  tenantId: string,
  { kind, token, now }: { kind: LinkKind; token: string; now: number },
): Promise<string | null> => {
  const read = readToken(token)
  if (!read) return null
  const [bookingId] = read.ids
  const secrets = await readSecrets(db, tenantId, bookingId, { now })
  return secrets && read.isOf(secrets.linkSecret, messageOf(kind, bookingId, secrets)) ? bookingId : null
}

/** Revokes the links of the visit's other parts, too. */
export const revokeLinks = async (db: Transaction, tenantId: string, bookingId: string): Promise<void> => {
  await sql`update bookings set link_generation = link_generation + 1
    where tenant_id = ${tenantId} and (id = ${bookingId}
      or visit_id = (select visit_id from bookings where tenant_id = ${tenantId} and id = ${bookingId}))`.execute(db)
}
