import type { calls } from '../../../src/calls'
import { maxReassigned } from '../../../src/calls/blocks'
import type { AnswerOf, Frozen } from '../../../src/declare'
import type { Reason } from '../../../src/scheduling'
import { attemptEach, findRecords, invalidField, type RequestOf, rehearsed, type UnitOfWork } from '../../serve'
import { loadSetup, type Setup } from '../availability/loadSetup'
import { reassign } from '../bookings/actions'
import { type BookingRecord, bookingScope, findBooking, type MemberRequest } from '../bookings/bookingScope'
import { ownPlace } from '../bookings/changeBooking'
import { checkAllocation, missing } from '../bookings/checkAllocation'
import { lockPlaces } from '../bookings/lockAllocation'
import { requireAction } from '../bookings/requireAction'
import { asProblem, SlotUnavailable } from '../bookings/slotUnavailable'
import { lockVisitsOf } from '../bookings/visits/lockVisits'
import { tellCustomer } from '../notifications/tellCustomer'
import { affectedBy, type StoredBlock } from './described'
import { blockScope, holdBlock } from './writeBlock'
import { zonesOf } from './zonesOf'

type Answer = Frozen<AnswerOf<typeof calls.blocks.reassign>>
type Result = Answer['results'][number]

const maxTries = 100

function* combinations(lists: readonly (readonly string[])[]): Generator<string[]> {
  const [first, ...rest] = lists
  if (!first) return yield []
  for (const id of first) for (const others of combinations(rest)) if (!others.includes(id)) yield [id, ...others]
}

const choicesFor = (
  setup: Setup,
  block: StoredBlock,
  { variantId, resourceIds }: BookingRecord,
  wanted: readonly string[],
): string[][] => {
  const variant = setup.variants.find(({ id }) => id === variantId)
  if (!variant || variant.resourceSelection === 'all') return []
  const offered = wanted.length > 0 ? wanted : variant.resources.map(({ resourceId }) => resourceId)
  const others = offered.filter(id => !block.resourceIds.includes(id) && !resourceIds.includes(id))
  const typeOf = (id: string) => setup.resources.find(one => one.id === id)?.resourceTypeId
  const isFit = (id: string, blocked: string) => variant.resourceSelection === 'any' || typeOf(id) === typeOf(blocked)
  const lists = resourceIds
    .filter(id => block.resourceIds.includes(id))
    .map(blocked => others.filter(id => isFit(id, blocked)))
  return [...combinations(lists)].slice(0, maxTries)
}

/**
 * Moves each booking in the way of a block to its first free choice.
 * @throws Problem `not_found`, `forbidden` or `validation`
 */
export const reassignBlock = async (
  unit: UnitOfWork,
  request: MemberRequest,
  id: string,
  { bookingIds, toResourceIds, notify, dryRun }: RequestOf<typeof calls.blocks.reassign>['body'],
): Promise<Answer> => {
  const { db } = unit
  const tenantId = request.caller.tenant.id
  const block = await holdBlock(db, blockScope(request), id)
  if ((await zonesOf(db, tenantId, toResourceIds)).size < toResourceIds.length)
    throw missing('toResourceIds', 'resource')
  unit.via = 'reassign'
  unit.reason = block.reason
  const affected = (await affectedBy(db, request, id)).filter(one => one.isSeen).map(one => one.id)
  const asked = bookingIds.length > 0 ? affected.filter(one => bookingIds.includes(one)) : affected
  if (asked.length > maxReassigned)
    throw invalidField('bookingIds', 'validation.tooManyBookings', { count: asked.length, max: maxReassigned })
  // Visits, bookings and places in a fixed order prevent deadlocks.
  await lockVisitsOf(db, tenantId, asked)
  const found = (await findRecords(db, bookingScope(request), asked, { lock: true })) as BookingRecord[]
  const setup = await loadSetup(db, tenantId, {
    subject: { variantIds: [...new Set(found.map(({ variantId }) => variantId))].sort() },
  })
  await lockPlaces(db, setup, {
    resourceIds: [
      ...new Set([
        ...setup.variants.flatMap(({ resources }) => resources.map(({ resourceId }) => resourceId)),
        ...found.flatMap(({ resourceIds }) => resourceIds),
      ]),
    ],
    customerIds: [],
    spans: found.map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) })),
  })

  const handOver = async (bookingId: string): Promise<Result> => {
    const before = await findBooking(db, request, bookingId)
    const held = { unit, request, before }
    const stays = before.resourceIds.filter(one => !block.resourceIds.includes(one))
    const reasons: Reason[] = []
    let code: string | null = null
    const noting = (error: unknown): unknown => {
      if (error instanceof SlotUnavailable) {
        reasons.push(...error.reasons)
        code ??= error.reasons[0]?.code ?? null
      }
      return asProblem(error)
    }
    for (const choice of choicesFor(setup, block, before, toResourceIds)) {
      const [result] = await attemptEach(unit, bookingScope(request), [bookingId], async () => {
        requireAction(held, 'reassign')
        if (notify) tellCustomer(db, bookingId)
        const place = { resourceIds: [...stays, ...choice], override: false, reason: block.reason, notify }
        await reassign(held, place).catch(error => {
          throw noting(error)
        })
      })
      if (result?.ok) return { bookingId, ok: true, toResourceIds: choice, code: null, reasons: [] }
      code ??= result?.code ?? null
    }
    if (code === null) await checkAllocation(db, ownPlace(held), { override: false }).catch(noting)
    return { bookingId, ok: false, toResourceIds: [], code: code ?? 'no_active_resource', reasons }
  }
  const each = async (): Promise<Result[]> => {
    const results: Result[] = []
    for (const bookingId of asked) results.push(await handOver(bookingId))
    return results
  }
  const done = dryRun ? await rehearsed(unit, each) : await each()
  const others = bookingIds.filter(one => !asked.includes(one))
  const unknown = others.map(bookingId => ({ bookingId, ok: false, toResourceIds: [], code: 'not_found', reasons: [] }))
  const results = [...done, ...unknown]
  const moved = results.filter(({ ok }) => ok).length
  return { results, moved, left: results.length - moved }
}
