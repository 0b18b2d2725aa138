import { DAY, formatInstant, HOUR } from '../../src/declare'
import type { Answered, TestApi } from '../api/http/support/fixture'
import type { Heard, Known, Session } from '../faults/clients'
import type { Offer, Shop } from './businesses'

export interface World {
  api: TestApi
  now: () => number
  random: () => number
}

/** What people of one shop did, and were told. */
export interface Staff {
  world: World
  shop: Shop
  session: Session
  calls: number
  customers: string[]
}

type Body = Record<string, unknown>

const pick = <T>({ random }: World, from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]

const call = async (staff: Staff, kind: string, method: string, url: string, body?: Body): Promise<Answered> => {
  const { world, shop, session } = staff
  const requestId = `c${shop.tenantId.slice(-6)}-${staff.calls++}`
  const answer = await world.api.request(url, {
    ...{ method, token: shop.token, tenantId: shop.tenantId, headers: { 'x-request-id': requestId } },
    ...(body && { body }),
  })
  const { status } = answer
  session.heard.push({ tenantId: shop.tenantId, kind, requestId, status, body: answer.body } satisfies Heard)
  if (![200, 201, 409].includes(status))
    throw new Error(`${kind} was answered with ${status}: ${JSON.stringify(answer.body)}`)
  return answer
}

const keep = ({ session, shop }: Staff, { status: code, body }: Answered): void => {
  if (code >= 300 || !body.startsAt) return
  const { id, status, startsAt } = body
  const known = session.known.find(one => one.id === id)
  if (known) Object.assign(known, { status, startsAt })
  else session.known.push({ tenantId: shop.tenantId, id, status, startsAt, isUncertain: false } satisfies Known)
}

/** Half of them are old acquaintances, unless they were forgotten. */
const customer = async (staff: Staff): Promise<string> => {
  const { world, customers, shop } = staff
  const old = pick(world, customers.slice(-30))
  if (old && world.random() < 0.6) {
    const { body } = await call(staff, 'look', 'GET', `/customers/${old}`)
    if (!body.anonymizedAt) return old
  }
  const email = `guest-${shop.tenantId.slice(-6)}-${customers.length}@mail.example`
  const { body } = await call(staff, 'customer', 'POST', '/customers', { name: `Guest ${customers.length}`, email })
  customers.push(body.id)
  return body.id
}

interface Slot {
  startsAt: string
  endsAt: string
}

const freeTime = async (staff: Staff, { variantId, quantity, length }: Offer): Promise<Slot | undefined> => {
  const { world } = staff
  const from = world.now() + Math.floor(world.random() * 12) * DAY
  const query = `variantId=${variantId}&quantity=${quantity}${length ? `&durationMinutes=${length}` : ''}`
  const { body } = await call(
    staff,
    'free times',
    'GET',
    `/availability?${query}&from=${formatInstant(from)}&to=${formatInstant(from + 2 * DAY)}`,
  )
  return pick(world, body.slice(0, 12) as Slot[])
}

const placeOf = (offer: Offer, { startsAt, endsAt }: Slot) => ({
  ...{ variantId: offer.variantId, quantity: offer.quantity, startsAt },
  ...(offer.length && { endsAt }),
})

const own = (staff: Staff, isWanted: (known: Known, at: number) => boolean): Known | undefined => {
  const recent = staff.session.known.slice(-60)
  return pick(
    staff.world,
    recent.filter(known => isWanted(known, Date.parse(known.startsAt))),
  )
}

/** Those that are over may be completed by time alone. */
const open = (staff: Staff) => own(staff, ({ status }, at) => status === 'confirmed' && at > staff.world.now())
const act = async (staff: Staff, known: Known | undefined, action: string, body: Body = {}): Promise<void> => {
  if (known)
    keep(staff, await call(staff, action, 'POST', `/bookings/${known.id}/${action}`, { reason: 'A year', ...body }))
}

const isBegun = (staff: Staff) =>
  own(staff, ({ status }, at) => status === 'confirmed' && at < staff.world.now() && at > staff.world.now() - 3 * DAY)

const doings: Readonly<Record<string, (staff: Staff) => Promise<unknown>>> = {
  book: async staff => {
    const offer = pick(staff.world, staff.shop.offers) as Offer
    const slot = await freeTime(staff, offer)
    if (!slot) return
    const body = { ...placeOf(offer, slot), customerId: await customer(staff), notify: true }
    const booked = await call(staff, 'book', 'POST', '/bookings', body)
    if (booked.status !== 201) throw new Error(`An offered time was refused: ${JSON.stringify(booked.body)}`)
    keep(staff, booked)
    // Some want none.
    if (staff.world.random() < 0.2)
      keep(
        staff,
        await call(staff, 'remind', 'PATCH', `/bookings/${booked.body.id}`, {
          sendsReminders: !booked.body.sendsReminders,
        }),
      )
  },
  hold: async staff => {
    const offer = pick(staff.world, staff.shop.offers) as Offer
    const slot = await freeTime(staff, offer)
    if (slot) keep(staff, await call(staff, 'hold', 'POST', '/bookings', { ...placeOf(offer, slot), hold: true }))
  },
  cancel: staff => act(staff, open(staff), 'cancel', { notify: true }),
  move: async staff => {
    const known = open(staff)
    const { body } = known ? await call(staff, 'look', 'GET', `/bookings/${known.id}`) : { body: null }
    const offer = staff.shop.offers.find(one => one.variantId === body?.variantId)
    const slot = offer && (await freeTime(staff, offer))
    if (!slot || body.visitId) return
    const { startsAt, endsAt } = slot
    await act(staff, known, 'reschedule', {
      startsAt,
      ...(offer.length && { endsAt }),
      anyResource: true,
      notify: true,
    })
  },
  restore: staff =>
    act(
      staff,
      own(staff, ({ status }, at) => status === 'cancelled' && at > staff.world.now() + HOUR),
      'restore',
    ),
  came: staff => act(staff, isBegun(staff), 'complete'),
  missed: staff => act(staff, isBegun(staff), 'no-show'),
  series: async staff => {
    const offer = pick(
      staff.world,
      staff.shop.offers.filter(one => !one.length),
    )
    const slot = offer && (await freeTime(staff, offer))
    if (!slot) return
    const body = {
      ...placeOf(offer, slot),
      customerId: await customer(staff),
      rrule: 'FREQ=WEEKLY;COUNT=6',
      onConflict: 'skip',
    }
    await call(staff, 'series', 'POST', '/bookings/series', body)
  },
  endSeries: async staff => {
    const { body } = await call(staff, 'look', 'GET', '/bookings/series?perPage=5')
    const one = pick(staff.world, body as { id: string }[])
    if (one)
      await call(staff, 'end series', 'POST', `/bookings/series/${one.id}/cancel`, { scope: 'all', reason: 'A year' })
  },
  visit: async staff => {
    const { world, shop } = staff
    const offer = pick(
      world,
      shop.offers.filter(one => !one.length),
    ) as Offer
    const from = world.now() + Math.floor(world.random() * 7) * DAY
    const parts = [offer, offer].map(({ variantId, quantity }) => ({ variantId, quantity }))
    const range = { from: formatInstant(from), to: formatInstant(from + DAY) }
    const { body } = await call(staff, 'free times', 'POST', '/availability/visits', { parts, ...range })
    const slot = pick(world, body.slots.slice(0, 8) as Slot[])
    if (!slot) return
    const visit = {
      parts,
      startsAt: slot.startsAt,
      customerId: await customer(staff),
      sendsReminders: true,
      notify: true,
    }
    const made = await call(staff, 'visit', 'POST', '/bookings/visits', visit)
    if (made.status !== 201) throw new Error(`An offered visit was refused: ${JSON.stringify(made.body)}`)
  },
  wait: async staff => {
    const { world, shop } = staff
    const offer = pick(world, shop.offers) as Offer
    const from = world.now() + Math.floor(world.random() * 5) * DAY
    await call(staff, 'wait', 'POST', '/bookings/waitlist', {
      ...{ variantId: offer.variantId, quantity: offer.quantity, customerId: await customer(staff) },
      ...(offer.length && { durationMinutes: offer.length }),
      windows: [{ startsAt: formatInstant(from), endsAt: formatInstant(from + (offer.length ? 4 : 2) * DAY) }],
    })
  },
  answer: async staff => {
    const { body } = await call(staff, 'look', 'GET', '/bookings/waitlist?status=offered&perPage=5')
    const entry = pick(staff.world, body as { id: string }[])
    if (!entry) return
    const answer = staff.world.random() < 0.7 ? 'accept' : 'decline'
    await call(staff, answer, 'POST', `/bookings/waitlist/${entry.id}/${answer}`, {})
  },
  /** Somebody new, who does what all others do. */
  join: async staff => {
    const { shop, world } = staff
    if (shop.resourceIds.length > 8) return
    const id = await shop.business.addResource({ capacity: 4 })
    shop.resourceIds.push(id)
    for (const { variantId, kind } of shop.offers) {
      if (kind === 'room') continue
      const path = `/catalog-items/${shop.business.itemId}/variants/${variantId}/resources`
      const { body } = await call(staff, 'look', 'GET', path)
      const resources = [...body, { resourceId: id, priority: 99 }].map(({ resourceId, priority }) => ({
        resourceId,
        priority,
      }))
      await call(staff, 'join', 'PUT', path, { resources: world.random() < 0.5 ? resources : resources.toReversed() })
    }
  },
  leave: async staff => {
    const { shop } = staff
    const id = shop.resourceIds.length > 4 ? shop.resourceIds.at(-1) : undefined
    if (!id) return
    shop.resourceIds.pop()
    await call(staff, 'leave', 'PATCH', `/resources/${id}`, { isActive: false })
  },
}

const weights = {
  book: 30,
  hold: 5,
  cancel: 6,
  move: 6,
  restore: 2,
  came: 3,
  missed: 2,
  series: 1,
  endSeries: 0.5,
  visit: 4,
  wait: 4,
  answer: 6,
  join: 0.4,
  leave: 0.3,
}
const deck = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight * 10).fill(name))

/** Does one thing that happens in such a business. */
export const doSomething = async (staff: Staff): Promise<void> => {
  await doings[pick(staff.world, deck) ?? 'book']?.(staff)
}
