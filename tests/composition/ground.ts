import { type Business, openBusiness, week } from '../api/features/support/business'
import type { Answered, Person, TestApi } from '../api/http/support/fixture'
import { checks } from '../faults/checks'
import type { Answer, Known, Session } from '../faults/clients'

/** Who calls: a member, a program by its key, or a visitor of the booking page. */
export interface Caller {
  name: string
  as?: Person
  token?: string
  /** The only resource whose calendar is theirs. */
  resourceId?: string
  /** The only channel that is theirs. */
  channelId?: string
}

/** What is bookable: a variant, with what its bookings need. */
export interface Offer {
  variantId: string
  name: string
  durationType: string
  quantity: number
  resourceIds: string[]
}

export interface Slot {
  startsAt: string
  endsAt: string
  status: string
  remaining: number
}

export type Body = Record<string, unknown>

const every = [1, 2, 3, 4, 5, 6, 7]
/** Four weeks of summer time, so that series and moves have room. */
export const range = { from: '2026-05-04T00:00:00.000Z', to: '2026-05-25T00:00:00.000Z' }

interface Options {
  clock: { now: number }
  random: () => number
  /** Of its calls. */
  name: string
}

/** A business for one combination, and what its callers are told. */
export const openGround = async (api: TestApi, { clock, name, random }: Options) => {
  const business: Business = await openBusiness(api)
  const { tenantId } = business
  await api.owner.query(`update schedules set weekly_hours = $2 where tenant_id = $1`, [
    tenantId,
    JSON.stringify(week(every, '09:00', '17:00')),
  ])
  const add = (values: Body = {}) => business.addResource({ capacity: 4, ...values })
  const session: Session = { heard: [], known: [], imported: new Map() }
  let calls = 0
  const owner: Caller = { name: 'owner', as: business.owner }

  const call = async (kind: string, method: string, url: string, body?: Body, caller: Caller = owner) => {
    const requestId = `${name}-${calls++}`
    const answer: Answered = await api.request(url, {
      method,
      as: caller.as,
      ...(caller.token && { token: caller.token }),
      ...(caller.as && { tenantId }),
      ...(body && { body }),
      headers: { 'x-request-id': requestId },
    })
    const { status } = answer
    if (method !== 'GET' && !url.startsWith('/public') && !url.startsWith('/availability'))
      session.heard.push({ tenantId, kind, requestId, status, body: answer.body as Answer })
    return answer
  }

  /** @throws if it is refused */
  const must = async (kind: string, method: string, url: string, body?: Body, caller: Caller = owner) => {
    const { status, body: answer } = await call(kind, method, url, body, caller)
    if (status >= 400) throw new Refused(kind, status, answer)
    return answer
  }

  const note = ({ id, status, startsAt }: { id: string; status: string; startsAt: string }): void => {
    const known = session.known.find(one => one.id === id)
    if (known) Object.assign(known, { status, startsAt })
    else session.known.push({ tenantId, id, status, startsAt, isUncertain: false } satisfies Known)
  }

  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await api.owner.query(text, [...values])).rows as Row[]

  return {
    api,
    business,
    tenantId,
    clock,
    random,
    owner,
    add,
    call,
    must,
    note,
    query,
    session,
    resourceIds: [await add({ name: 'A' }), await add({ name: 'B' })],
    typeId: business.typeId,
    offers: [] as Offer[],
    callers: [owner],
    /** Through which all is booked, if through one. */
    channelId: null as string | null,
    /** To the questions of the item. */
    answers: null as Body | null,
    slug: (await query<{ slug: string }>('select slug from tenants where id = $1', [tenantId]))[0]?.slug ?? '',
    /** Of another customer with each call. */
    newCustomer: (): Promise<string> => business.add('customers', { name: 'Lena', phone: `+4930${++phone}` }),
    /** What the laws of histories say of this business. */
    broken: async (): Promise<string[]> => {
      const found: string[] = []
      for (const [law, check] of Object.entries(checks))
        for (const why of await check({ query: query as never, tenantId, now: clock.now }, [session]))
          found.push(`${law}: ${why}`)
      return found
    },
    setTenant: (values: Body) =>
      api.database.run({ as: 'platform' }, db =>
        db.updateTable('tenants').set(values).where('id', '=', tenantId).execute(),
      ),
  }
}

let phone = 1_000_000

export type Ground = Awaited<ReturnType<typeof openGround>>

interface Refusal {
  code?: string
  errors?: Record<string, string>
  reasons?: { code: string }[]
}

export class Refused extends Error {
  constructor(kind: string, status: number, answer: Refusal | null) {
    const codes = answer?.reasons?.map(({ code }) => code).join(', ')
    super(`${kind} was refused: ${status} ${answer?.code ?? ''} ${codes ?? JSON.stringify(answer?.errors ?? answer)}`)
  }
}
