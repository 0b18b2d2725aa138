import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { calls } from '../../../src/calls'
import {
  type MemberCaller,
  networksAround,
  Problem,
  type RequestOf,
  type Services,
  type Transaction,
} from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'
import type { Translation } from './inLanguage'

/** The same for missing, unpublished and forbidden pages. */
export const noPage = (): Problem => new Problem('not_found', 'There is no such page.')

type Tenant = MemberCaller['tenant']

export interface PublicTenant extends Tenant {
  slug: string
  autoComplete: boolean
  visitWaitMinutes: number
  linkSecret: string
}

type AnyRequest = Pick<RequestOf<typeof calls.publicPage.page>, 'services' | 'network' | 'inTenantOf'> & {
  params: { tenantSlug: string }
}

export interface Visit extends MemberRequest, ReturnType<AnyRequest['inTenantOf']> {
  tenant: PublicTenant
  services: AnyRequest['services']
  /** Keyed hashes do not disclose networks. */
  networks: readonly ReturnType<typeof networksAround>[number][]
}

export const slugIn = (given: string): string => {
  const slug = given.toLowerCase()
  if (!/^[a-z0-9-]{1,63}$/.test(slug)) throw noPage()
  return slug
}

export const findTenant = async (database: Services['database'], given: string): Promise<PublicTenant> => {
  const slug = slugIn(given)
  const { rows } = await database.run(
    { as: 'platform' },
    db =>
      sql<PublicTenant>`select id, slug, time_zone, currency, is_active, auto_complete, visit_wait_minutes, link_secret from tenants
      where slug = ${slug} and is_active`.execute(db),
    { single: true },
  )
  if (!rows[0]) throw noPage()
  return rows[0]
}

/**
 * @param retriesOf identifies the call for retries with the same key
 * @throws Problem `not_found`
 */
export const visit = async (request: AnyRequest, retriesOf: string | null = null): Promise<Visit> => {
  const { services, network, params } = request
  const tenant = await findTenant(services.database, params.tenantSlug)
  const caller: MemberCaller = {
    ...{ userId: null, key: null, email: null, name: null, isSuperuser: false, signedInAt: null, sessionId: null },
    // Checked like bookings of staff.
    role: 'staff',
    tenant: { id: tenant.id, timeZone: tenant.timeZone, currency: tenant.currency, isActive: tenant.isActive },
    visitor: { id: null, name: null, retriesOf },
    columns: {
      tenant: {
        autoComplete: tenant.autoComplete,
        visitWaitMinutes: tenant.visitWaitMinutes,
        staffKeepToOwn: false,
      },
      membership: null,
      key: null,
    },
  }
  return {
    ...request.inTenantOf(caller),
    ...{ caller, params, services, tenant },
    networks: networksAround(network).map(({ name, times }) => ({
      name: createHmac('sha256', tenant.linkSecret).update(`network ${name}`).digest('base64url'),
      times,
    })),
  }
}

export type RequiredField = 'email' | 'phone' | 'notes'

export interface Page {
  channelId: string
  code: string
  pageTitle: string | null
  pageIntro: string | null
  pagePolicy: string | null
  requiredFields: RequiredField[]
  allowedOrigins: string[]
  redirectUrl: string | null
  pageTranslations: Translation[]
  isIndexable: boolean
  showsRemaining: boolean
  autoConfirm: boolean
}

export const pageSql = (tenantId: string, code: string | undefined): RawBuilder<Page> => sql<Page>`
  select id as channel_id, code, page_title, page_intro, page_policy, required_fields, allowed_origins, redirect_url, page_translations, is_indexable,
    shows_remaining, auto_confirm
  from channels where tenant_id = ${tenantId} and kind = 'online' and has_page and is_active
  and (${code ?? null}::text is null or code = ${code ?? null})
  order by created_at, id limit 1`

export const findPage = async (db: Transaction, tenantId: string, code: string | undefined): Promise<Page> => {
  const { rows } = await pageSql(tenantId, code).execute(db)
  if (!rows[0]) throw noPage()
  return rows[0]
}
