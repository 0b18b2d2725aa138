import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY, formatInstant, SECOND } from '../../../src/declare'
import { refusalCodes } from '../../../src/resources/demand'
import type { Services } from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'
import { SlotUnavailable } from '../bookings/slotUnavailable'
import { callerKey, sameWish } from './demandHooks'

const delay = SECOND / 4

const mostWaiting = 1000

const mostInDay = 5000

interface Contact {
  email?: unknown
  phone?: unknown
}

interface Refused {
  at: string
  variantId: string
  channelId: string | null
  customerId: string | null
  wantedFrom: string
  wantedTo: string | null
  quantity: number | null
  code: string
  person: string | null
  email: string | null
  phone: string | null
}

type Writer = Pick<Services, 'database' | 'log'>

const hashOf = (contact: string): string => createHash('sha256').update(contact).digest('hex')

const write = ({ database }: Writer, tenantId: string, refused: readonly Refused[], now: number): Promise<number> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const { numAffectedRows = 0n } = await sql`
      insert into demand (tenant_id, at, variant_id, channel_id, customer_id, wanted_from, wanted_to, quantity, code, origin, person)
      select ${tenantId}, given.at, variants.id, given."channelId", customers.id, given."wantedFrom",
        coalesce(given."wantedTo", given."wantedFrom" + make_interval(mins => variants.duration_minutes)),
        coalesce(given.quantity, variants.min_quantity), given.code, 'booking', given.person
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as given (at timestamptz, "variantId" uuid, "channelId" uuid,
        "customerId" uuid, "wantedFrom" timestamptz, "wantedTo" timestamptz, quantity integer, code text, person text,
        email text, phone text)
      join variants on variants.tenant_id = ${tenantId} and variants.id = given."variantId"
      left join lateral (
        select id from customers where customers.tenant_id = ${tenantId} and (customers.id = given."customerId"
          or given."customerId" is null and (customers.email = given.email or customers.phone = given.phone))
        order by customers.email is not distinct from given.email desc, created_at, id limit 1
      ) as customers on true
      where not exists (
        select from demand as twin where twin.tenant_id = ${tenantId} and twin.variant_id = variants.id
        and twin.wanted_from = given."wantedFrom" and twin.channel_id is not distinct from given."channelId"
        and twin.at > given.at - make_interval(secs => ${sameWish / SECOND})
        and (twin.customer_id = customers.id or twin.person = given.person))
      limit greatest(0, ${mostInDay} - (select count(*) from demand as today where today.tenant_id = ${tenantId}
        and today.origin = 'booking' and today.at > ${formatInstant(now - DAY)}))`.execute(db)
    return Number(numAffectedRows)
  })

class Waiting {
  private readonly refused = new Map<string, Map<string, Refused>>()
  private count = 0
  private lost = 0
  private timer: NodeJS.Timeout | null = null
  private readonly writer: Writer & Pick<Services, 'now'>

  constructor(writer: Writer & Pick<Services, 'now'>) {
    this.writer = writer
  }

  add(tenantId: string, refused: Refused): void {
    const own = this.refused.get(tenantId) ?? new Map<string, Refused>()
    const { customerId, person, variantId, wantedFrom, channelId } = refused
    const key = [customerId ?? person, variantId, wantedFrom, channelId].join()
    if (own.has(key)) return
    if (this.count >= mostWaiting) {
      this.lost++
      return
    }
    this.count++
    this.refused.set(tenantId, own.set(key, refused))
    this.timer ??= setTimeout(() => void this.flush(), delay).unref()
  }

  private async flush(): Promise<void> {
    const { log, now } = this.writer
    const all = [...this.refused]
    const { lost } = this
    this.refused.clear()
    this.count = this.lost = 0
    if (lost > 0) log('warn', 'refused demand was not counted', { count: lost })
    for (const [tenantId, refused] of all)
      await write(this.writer, tenantId, [...refused.values()], now()).catch(error =>
        log('error', 'refused demand was not written', { tenantId, error: String(error) }),
      )
    this.timer = this.refused.size > 0 ? setTimeout(() => void this.flush(), delay).unref() : null
  }
}

const waiting = new WeakMap<object, Waiting>()

interface Wish {
  customerId: string | null
  customer: Contact | null
}

interface Asker extends MemberRequest {
  services: MemberRequest['services'] & Writer
  networks?: readonly { name: string }[]
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.replaceAll(/\s/g, '').toLowerCase() : null

/** Notes the wish if `work` is refused for its time, and rethrows (docs/domain.md#refused-demand). */
export const notingRefusal = async <T>(
  { caller, services, networks }: Asker,
  { customerId, customer }: Wish,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotUnavailable)) throw error
    const { question, reasons } = error
    const [code] = reasons.map(one => one.code)
    if (!code || !(refusalCodes as readonly string[]).includes(code)) throw error
    const [email, phone] = [textOf(customer?.email), textOf(customer?.phone)]
    const contact = email ?? phone
    const stranger = contact ? hashOf(contact) : (networks?.[0]?.name ?? callerKey(caller))
    const person = customerId ? null : stranger
    const own = waiting.get(services.database) ?? new Waiting(services)
    waiting.set(services.database, own)
    own.add(caller.tenant.id, {
      ...{ code, customerId, email, phone, variantId: question.variantId, channelId: question.channelId },
      at: formatInstant(services.now()),
      wantedFrom: formatInstant(question.startsAt),
      wantedTo: question.endsAt === null ? null : formatInstant(question.endsAt),
      quantity: question.quantity ?? null,
      person,
    })
    throw error
  }
}
