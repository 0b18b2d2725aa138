import { createImportQueue } from '../../server/crud/imports/importQueue'
import { quietShift } from '../../server/jobs/jobs'
import { product } from '../../server/product'
import { DAY, MINUTE } from '../../src/declare'
import { type Body, type Caller, type Ground, type Offer, range, type Slot } from './ground'

/** What came about in one go. */
export interface Booked {
  ids: readonly string[]
  /** Of the visit or series that they are. */
  groupId?: string
  /** Of the customer’s link. */
  token?: string
}

interface Round {
  ground: Ground
  offer: Offer
  caller: Caller
}

/** How bookings come about and are changed. Everything happens at a time that was offered, so no refusal is right. */
export interface Way {
  name: string
  /** The offered times. */
  times: (round: Round) => Promise<Slot[]>
  book: (round: Round, slot: Slot) => Promise<Booked>
  move: (round: Round, booked: Booked, slot: Slot) => Promise<unknown>
  cancel: (round: Round, booked: Booked) => Promise<unknown>
  restore: (round: Round, booked: Booked) => Promise<unknown>
  /** Why the domain does not have it for such an offer: the call that says so, and the field that it names. */
  refused?: (
    round: Round,
  ) => { field: string; try: () => Promise<{ status: number; body: { errors?: object } }> } | null
}

export const lengthOf = ({ durationType }: Offer): number | null =>
  durationType === 'fixed' ? null : durationType === 'daily' ? 2880 : 120

export const questionOf = ({ ground, offer, caller }: Round): string =>
  Object.entries({
    variantId: offer.variantId,
    quantity: offer.quantity,
    channelId: caller.channelId ?? ground.channelId,
    durationMinutes: lengthOf(offer),
    resourceId: caller.resourceId,
  })
    .flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
    .join('&')

const startsAt = (slot: Slot, offer: Offer) => ({
  startsAt: slot.startsAt,
  ...(offer.durationType !== 'fixed' && { endsAt: slot.endsAt }),
})

const pinsOf = ({ caller }: Round) => (caller.resourceId ? { resourceIds: [caller.resourceId] } : {})
const channelOf = ({ ground, caller }: Round) => {
  const channelId = caller.channelId ?? ground.channelId
  return channelId ? { channelId } : {}
}
const answersOf = ({ ground }: Round) => (ground.answers ? { answers: ground.answers } : {})

const draft = (round: Round, slot: Slot) => ({
  variantId: round.offer.variantId,
  ...startsAt(slot, round.offer),
  quantity: round.offer.quantity,
  ...channelOf(round),
  ...pinsOf(round),
})

const deskTimes = async (round: Round): Promise<Slot[]> =>
  round.ground.must(
    'free times',
    'GET',
    `/availability?${questionOf(round)}&from=${range.from}&to=${range.to}`,
    undefined,
    round.caller,
  )

const elsewhere = ({ caller }: Round) => (caller.resourceId ? {} : { anyResource: true })
const because = { reason: 'A combination' }

/** As the owner sees them after a call. */
const look = async ({ ground }: Round, ids: readonly string[]): Promise<Body[]> => {
  const bookings: Body[] = []
  for (const id of ids) {
    const booking = await ground.must('look', 'GET', `/bookings/${id}`)
    ground.note(booking)
    bookings.push(booking)
  }
  return bookings
}

const approve = async (round: Round, ids: readonly string[], by: (id: string) => Promise<unknown>): Promise<void> => {
  for (const { id, status } of await look(round, ids)) if (status === 'pending') await by(String(id))
  await look(round, ids)
}

const approveEach = (round: Round, ids: readonly string[]) =>
  approve(round, ids, id => round.ground.must('approve', 'POST', `/bookings/${id}/approve`, {}))

const each = async (round: Round, action: string, ids: readonly string[], body: Body, caller = round.caller) => {
  for (const id of ids) await round.ground.must(action, 'POST', `/bookings/${id}/${action}`, body, caller)
  await look(round, ids)
}

const byCalls = {
  times: deskTimes,
  move: async (round: Round, { ids }: Booked, slot: Slot) =>
    each(round, 'reschedule', ids, { ...startsAt(slot, round.offer), ...elsewhere(round), ...because }),
  cancel: (round: Round, { ids }: Booked) => each(round, 'cancel', ids, because),
  restore: (round: Round, { ids }: Booked) => each(round, 'restore', ids, because),
}

const bookAtDesk = async (round: Round, slot: Slot): Promise<Booked> => {
  const { ground, caller } = round
  const customerId = await ground.newCustomer()
  const body = { ...draft(round, slot), ...answersOf(round), customerId }
  const { id } = await ground.must('book', 'POST', '/bookings', body, caller)
  await approveEach(round, [id])
  return { ids: [id] }
}

export const desk: Way = { name: 'desk', ...byCalls, book: bookAtDesk }

export const hold: Way = {
  name: 'hold',
  ...byCalls,
  book: async (round, slot) => {
    const { ground, caller } = round
    const { id } = await ground.must('hold', 'POST', '/bookings', { ...draft(round, slot), hold: true }, caller)
    await look(round, [id])
    // Nobody took the place of one that ran out.
    if (ground.random() < 0.5) ground.clock.now += 11 * MINUTE
    const customerId = await ground.newCustomer()
    await ground.must('confirm', 'POST', `/bookings/${id}/confirm`, { customerId, ...answersOf(round) }, caller)
    await approveEach(round, [id])
    return { ids: [id] }
  },
}

const weekLater = (at: string) => new Date(Date.parse(at) + 7 * DAY).toISOString()

const repeating = {
  /** Where the same time a week later is offered as well. */
  times: async (round: Round): Promise<Slot[]> => {
    const times = await deskTimes(round)
    const starts = new Set(times.map(slot => slot.startsAt))
    return times.filter(slot => starts.has(weekLater(slot.startsAt)))
  },
}

export const series: Way = {
  name: 'series',
  ...repeating,
  book: async (round, slot) => {
    const { ground, caller } = round
    const customerId = await ground.newCustomer()
    const { id, occurrences } = await ground.must(
      'series',
      'POST',
      '/bookings/series',
      { ...draft(round, slot), ...answersOf(round), customerId, rrule: 'FREQ=WEEKLY;COUNT=2' },
      caller,
    )
    const ids = (occurrences as { bookingId: string }[]).map(({ bookingId }) => bookingId)
    await approve(round, ids.slice(0, 1), () =>
      ground.must('approve', 'POST', `/bookings/series/${id}/approve`, { scope: 'all' }),
    )
    await look(round, ids)
    return { ids, groupId: id }
  },
  move: async (round, { ids, groupId }, slot) => {
    await round.ground.must(
      'move series',
      'POST',
      `/bookings/series/${groupId}/reschedule`,
      { scope: 'all', occurrence: 0, ...startsAt(slot, round.offer), ...elsewhere(round), ...because },
      round.caller,
    )
    await look(round, ids)
  },
  cancel: async (round, { ids, groupId }) => {
    const path = `/bookings/series/${groupId}/cancel`
    await round.ground.must('cancel series', 'POST', path, { scope: 'all', ...because }, round.caller)
    await look(round, ids)
  },
  restore: byCalls.restore,
}

const partsOf = (round: Round) => {
  const { offer, caller } = round
  const one = {
    variantId: offer.variantId,
    quantity: offer.quantity,
    ...(lengthOf(offer) && { durationMinutes: lengthOf(offer) }),
  }
  const pinned = caller.resourceId ? { ...one, resourceIds: [caller.resourceId] } : one
  return { parts: [pinned, pinned] }
}

const visitTimes = async (round: Round): Promise<Slot[]> => {
  const { ground, caller } = round
  const body = { ...partsOf(round), ...channelOf(round), ...range }
  return (await ground.must('free times', 'POST', '/availability/visits', body, caller)).slots
}

const bookedVisit = async (round: Round, id: string): Promise<Booked> => {
  const { ground } = round
  const { parts } = await ground.must('look', 'GET', `/bookings/visits/${id}`)
  const ids = (parts as { bookingId: string }[]).map(({ bookingId }) => bookingId)
  await approve(round, ids.slice(0, 1), () => ground.must('approve', 'POST', `/bookings/visits/${id}/approve`, {}))
  await look(round, ids)
  return { ids, groupId: id }
}

const wholeVisit =
  (action: string) =>
  async (round: Round, { ids, groupId }: Booked, slot?: Slot) => {
    const body = slot ? { startsAt: slot.startsAt, ...elsewhere(round), ...because } : because
    await round.ground.must(`${action} visit`, 'POST', `/bookings/visits/${groupId}/${action}`, body, round.caller)
    await look(round, ids)
  }

/** A part has a length of hours. */
const noDays: Way['refused'] = ({ ground, offer }) =>
  offer.durationType === 'daily'
    ? {
        field: 'parts.0.variantId',
        try: () =>
          ground.call('free times', 'POST', '/availability/visits', {
            parts: [{ variantId: offer.variantId }],
            ...range,
          }),
      }
    : null

const visitWay = {
  times: visitTimes,
  move: wholeVisit('reschedule'),
  cancel: wholeVisit('cancel'),
  restore: wholeVisit('restore'),
  refused: noDays,
}

export const visit: Way = {
  name: 'visit',
  ...visitWay,
  book: async (round, slot) => {
    const { ground, caller } = round
    const customerId = await ground.newCustomer()
    const parts = partsOf(round).parts.map(part => ({ ...part, ...answersOf(round) }))
    const body = { parts, ...channelOf(round), startsAt: slot.startsAt, customerId }
    const { id } = await ground.must('book visit', 'POST', '/bookings/visits', body, caller)
    return bookedVisit(round, id)
  },
}

export const heldVisit: Way = {
  name: 'held visit',
  ...visitWay,
  book: async (round, slot) => {
    const { ground, caller } = round
    const body = { ...partsOf(round), ...channelOf(round), startsAt: slot.startsAt, hold: true }
    const { id } = await ground.must('hold visit', 'POST', '/bookings/visits', body, caller)
    const { answers } = answersOf(round) as { answers?: Body }
    const partAnswers = answers ? { partAnswers: [answers, answers] } : {}
    const confirmed = { customerId: await ground.newCustomer(), ...partAnswers }
    await ground.must('confirm visit', 'POST', `/bookings/visits/${id}/confirm`, confirmed, caller)
    return bookedVisit(round, id)
  },
}

const visitor: Caller = { name: 'visitor' }
let visitors = 0

/** Holds a place on the page, and books it once a person could have typed who they are. */
const bookOnPage = async (round: Round, place: Body, answers: Body): Promise<Booked> => {
  const { ground } = round
  const { slug, clock } = ground
  const { challenge } = await ground.must('challenge', 'POST', `/public/${slug}/challenges`, {}, visitor)
  const solved = { ...place, challenge, nonce: '0' }
  const { holdToken } = await ground.must('hold', 'POST', `/public/${slug}/holds?channel=web`, solved, visitor)
  clock.now += 5000
  const customer = { name: 'Ada', email: `ada-${++visitors}@mail.example` }
  const path = `/public/${slug}/holds/${holdToken}/confirm`
  const { reference, manageToken } = await ground.must('confirm', 'POST', path, { customer, ...answers }, visitor)
  const found = await ground.query<{ id: string; visit: string | null }>(
    `select b.id, b.visit_id as visit from bookings b left join visits v on v.tenant_id = b.tenant_id and v.id = b.visit_id
     where b.tenant_id = $1 and (b.reference = $2 or v.reference = $2) order by b.visit_index`,
    [ground.tenantId, reference],
  )
  return { ids: found.map(({ id }) => id), token: manageToken, ...(found[0]?.visit && { groupId: found[0].visit }) }
}

/** By the link in the customer's mail. */
const byLink =
  (action: string) =>
  async (round: Round, { ids, token }: Booked, slot?: Slot) => {
    const { ground, offer } = round
    const body = slot ? startsAt(slot, offer) : {}
    await ground.must(action, 'POST', `/public/${ground.slug}/bookings/${token}/${action}`, body, visitor)
    await look(round, ids)
  }

export const page: Way = {
  name: 'page',
  times: async ({ ground, offer }) => {
    const length = lengthOf(offer)
    const question = `variantId=${offer.variantId}&quantity=${offer.quantity}${length ? `&durationMinutes=${length}` : ''}`
    const path = `/public/${ground.slug}/availability?${question}&channel=web&from=${range.from}&to=${range.to}`
    const slots: Slot[] = await ground.must('free times', 'GET', path, undefined, visitor)
    return slots.filter(({ status }) => status !== 'full')
  },
  book: async (round, slot) => {
    const { offer } = round
    const place = { variantId: offer.variantId, quantity: offer.quantity, ...startsAt(slot, offer) }
    const booked = await bookOnPage(round, place, answersOf(round))
    await approveEach(round, booked.ids)
    return booked
  },
  move: byLink('reschedule'),
  cancel: byLink('cancel'),
  restore: (round, { ids }) => each(round, 'restore', ids, because, round.ground.owner),
}

export const pageVisit: Way = {
  name: 'visit on the page',
  times: async round => {
    const { ground } = round
    const { parts } = partsOf({ ...round, caller: visitor })
    const path = `/public/${ground.slug}/availability/visits?channel=web`
    return (await ground.must('free times', 'POST', path, { parts, ...range }, visitor)).slots
  },
  book: async (round, slot) => {
    const { parts } = partsOf({ ...round, caller: visitor })
    const { answers } = answersOf(round) as { answers?: Body }
    const partAnswers = answers ? { partAnswers: [answers, answers] } : {}
    const booked = await bookOnPage(round, { parts, startsAt: slot.startsAt }, partAnswers)
    return { ...booked, ...(await bookedVisit(round, booked.groupId ?? '')) }
  },
  move: (round, booked, slot) =>
    byLink('reschedule')({ ...round, offer: { ...round.offer, durationType: 'fixed' } }, booked, slot),
  cancel: byLink('cancel'),
  restore: (round, booked) => visitWay.restore({ ...round, caller: round.ground.owner }, booked),
  refused: noDays,
}

/** All places of a time are taken; somebody waits for it, is offered the first that is given back, and takes it. */
export const waiting: Way = {
  name: 'waitlist',
  ...byCalls,
  book: async (round, slot) => {
    const { ground, offer, caller } = round
    const fill: string[] = []
    const isFree = async () => (await deskTimes(round)).find(one => one.startsAt === slot.startsAt)
    for (let free: Slot | undefined = slot; free; free = await isFree()) {
      fill.push(...(await bookAtDesk(round, free)).ids)
      if (fill.length > 12) throw new Error('A time has no end of places.')
    }
    const length = lengthOf(offer)
    const wish = {
      variantId: offer.variantId,
      quantity: offer.quantity,
      customerId: await ground.newCustomer(),
      windows: [{ startsAt: slot.startsAt, endsAt: slot.endsAt }],
      ...(length && { durationMinutes: length }),
      ...channelOf(round),
      ...(caller.resourceId && { preferredResourceIds: [caller.resourceId], onlyPreferred: true }),
    }
    const { id: entryId } = await ground.must('wait', 'POST', '/bookings/waitlist', wish, caller)
    const given = fill.pop() ?? ''
    await each(round, 'cancel', [given], because)
    const path = `/bookings/waitlist/${entryId}`
    let entry = await ground.must('look', 'GET', path)
    if (entry.status === 'waiting')
      await ground.must(
        'offer',
        'POST',
        `${path}/offer`,
        { startsAt: slot.startsAt, ...(length && { endsAt: slot.endsAt }) },
        caller,
      )
    entry = await ground.must('look', 'GET', path)
    if (entry.status !== 'offered')
      throw new Error(`Whoever waited is ${entry.status}, not offered the place that was given back.`)
    if (await isFree()) throw new Error('A place that is offered to somebody is free for others as well.')
    const { bookingId } = await ground.must('accept', 'POST', `${path}/accept`, answersOf(round), caller)
    await approveEach(round, [bookingId])
    await each(round, 'cancel', fill, because)
    return { ids: [bookingId] }
  },
}

/** Who is bound to a channel does not see what came without one. */
const byOwner = (round: Round): Round => ({ ...round, caller: round.ground.owner })

/** A line of a spreadsheet. */
export const imported: Way = {
  name: 'import',
  times: deskTimes,
  move: (round, booked, slot) => byCalls.move(byOwner(round), booked, slot),
  cancel: (round, booked) => byCalls.cancel(byOwner(round), booked),
  restore: (round, booked) => byCalls.restore(byOwner(round), booked),
  book: async (round, slot) => {
    const { ground, offer } = round
    const { api, business, tenantId } = ground
    const externalId = `x-${crypto.randomUUID()}`
    const line = {
      externalId,
      variantId: offer.name,
      quantity: offer.quantity,
      customerName: 'Ida',
      customerEmail: `ida-${++visitors}@mail.example`,
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
    }
    const file = `${Object.keys(line).join(',')}\n${Object.values(line).join(',')}\n`
    const { body } = await api.request('/imports?resource=bookings&fileName=moved.csv', {
      ...{ method: 'POST', as: business.owner, tenantId, bytes: new TextEncoder().encode(file) },
    })
    for (const step of ['check', 'start']) {
      await api.request(`/imports/${body.id}/${step}`, { method: 'POST', as: business.owner, tenantId })
      await createImportQueue({ ...api.services, hooks: product.hooks }).work(tenantId, quietShift())
    }
    const [found] = await ground.query<{ id: string }>(
      'select id from bookings where tenant_id = $1 and external_id = $2',
      [tenantId, externalId],
    )
    if (!found) {
      const { body: rows } = await ground.call('import', 'GET', `/imports/${body.id}/rows`)
      throw new Error(`Nothing was imported: ${JSON.stringify(rows)}`)
    }
    await approveEach(round, [found.id])
    return { ids: [found.id] }
  },
}
