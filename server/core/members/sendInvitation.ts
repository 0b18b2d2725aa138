import type { ApiRecord } from '../../audit/change'
import type { Invitation } from '../../auth/invitations'
import type { HookContext } from '../../crud/hooks'
import { callerName } from '../../http/identity/caller'
import { type Problem, refusal } from '../../http/problem'
import type { RouteRequest } from '../../http/route'

type Request = Pick<
  RouteRequest<unknown, { who: 'superuser' }, unknown, unknown>,
  'services' | 'network' | 'isRepeated' | 'authorized'
>

export interface Sent<T> {
  record: T
  mail: Invitation
}

export const mailOf = async ({ db, caller }: HookContext, { email, tenantId }: ApiRecord): Promise<Invitation> => {
  const tenant = await db
    .selectFrom('tenants')
    .select(['name', 'locale'])
    .where('id', '=', String(tenantId))
    .executeTakeFirstOrThrow()
  const locale = typeof tenant.locale === 'string' ? tenant.locale : null
  return { to: String(email), tenant: String(tenant.name), inviter: callerName(caller), locale }
}

/** @param wait seconds */
const tooMany = (wait: number): Problem =>
  refusal(
    'rate_limited',
    'refusal.invitationsLimited',
    { minutes: Math.ceil(wait / 60) },
    { headers: { 'Retry-After': String(wait) } },
  )

/**
 * Counts the mail, sends it after the commit, and uncounts it if the write fails.
 * @throws Problem `rate_limited`; `conflict` if no mail can be sent
 */
export const sendInvitation = async <T>(
  { services, network, isRepeated, authorized }: Request,
  of: { tenantId?: string; mailbox: string },
  write: () => Promise<Sent<T>>,
): Promise<T> => {
  await authorized()
  const { invitationMails: mails } = services
  if (!mails) throw refusal('conflict', 'refusal.noInvitations')
  const counted = await mails.take({ ...of, network })
  if ('wait' in counted) throw tooMany(counted.wait)
  let isSent = false
  try {
    const { record, mail } = await write()
    isSent = !isRepeated()
    if (isSent) mails.send(mail)
    return record
  } finally {
    if (!isSent) await mails.giveBack(counted.taken)
  }
}
