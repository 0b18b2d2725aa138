import { sql } from 'kysely'
import type { calls } from '../../../../src/calls'
import { DAY, MINUTE } from '../../../../src/declare'
import { maxParts } from '../../../../src/resources/visits'
import type { Snapshot } from '../../../../src/scheduling'
import type { Chain, VisitQuestion } from '../../../../src/scheduling/visits/question'
import { findRecord, invalid, invalidField, type RequestOf, type Transaction } from '../../../serve'
import { readSetupState } from '../../availability/loadSetup'
import { type BookingRecord, isGone, type MemberRequest, type ReadingRequest } from '../bookingScope'
import { requireTime } from '../requireTime'
import { type AskedParts, bookParts, type DecidedParts, decideParts, wrongAnswers } from './bookParts'
import { pricedSlot } from './createVisit'
import { type HeldVisit, saveVisit, wrongStatus } from './visitActions'
import { visitScope } from './visitColumns'
import { lengthOf, loadOffers, loadVisitPlace, loadVisitSetup, personsAmong, visitQuestion } from './visitQuestion'
import { stateOf, type VisitState } from './visitState'
import { inVisit } from './visitUnavailable'

type Input = RequestOf<typeof calls.visits.addPart>['body']

/** Null for a guest without standing parts, who begins with the visit. */
const chainOf = async (db: Transaction, tenantId: string, parts: readonly BookingRecord[]): Promise<Chain | null> => {
  const inTime = parts.toSorted((one, other) => Date.parse(one.endsAt) - Date.parse(other.endsAt))
  const last = inTime.at(-1)
  if (!last) return null
  const known = await personsAmong(
    db,
    tenantId,
    inTime.flatMap(one => one.resourceIds),
  )
  const persons = inTime.map(one => one.resourceIds.filter(id => known.has(id))).filter(ids => ids.length > 0)
  const [first = null, ...more] = persons
  return {
    end: Date.parse(last.endsAt),
    persons: persons.at(-1) ?? [],
    common: first && more.reduce((common, ids) => common.filter(id => ids.includes(id)), first),
  }
}

/** After its guest's last standing part. @throws Problem for refused input */
const loadPart = async (
  db: Transaction,
  request: MemberRequest,
  { record, kept, parts }: VisitState,
  input: Input,
): Promise<{ place: AskedParts; snapshot: Snapshot }> => {
  const { tenantId, channelId, customerId, sameStaff } = record
  const now = request.services.now()
  const standing = parts.filter(one => !isGone(one))
  const startsAt = Math.min(...standing.map(one => Date.parse(one.startsAt)))
  if (standing.length === 0) throw wrongStatus()
  if (kept.length >= maxParts) throw invalidField('parts', 'validation.tooMany', { max: maxParts })
  if (input.startsAt) requireTime({ startsAt: input.startsAt, endsAt: null }, now)
  const asked = visitQuestion(request.caller, { parts: [input], channelId, order: 'fixed', sameStaff })
  const state = await readSetupState(db, tenantId, customerId)
  const setup = await loadVisitSetup(db, tenantId, asked, null, state)
  const follows = await chainOf(
    db,
    tenantId,
    standing.filter(one => kept[one.visitIndex ?? 0]?.guest === input.guest),
  )
  const question = { ...asked, channelId, ...(follows && { follows }) }
  requireWithinDay(question, startsAt, lengthOf(setup.variants, question.parts[0] as VisitQuestion['parts'][number]))
  const offers = await loadOffers(db, tenantId, question, state)
  const mustBeComplete = !input.dryRun && !isHeld(standing)
  const errors = input.dryRun ? {} : wrongAnswers([input], offers, { mustBeComplete })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const place = { question, offers, startsAt, customerId, indexes: [kept.length], isSettled: true } as const
  return { place, snapshot: await loadVisitPlace(db, tenantId, place, { now, lock: !input.dryRun, state }) }
}

/** @throws VisitUnavailable, or Problem for refused input */
const decided = (
  loaded: Awaited<ReturnType<typeof loadPart>>,
  request: MemberRequest,
  input: Input,
): Promise<DecidedParts> => decideParts(request, loaded, { ...input, parts: [input] })

const requireWithinDay = ({ parts: [part], follows }: VisitQuestion, startsAt: number, minutes: number): void => {
  const begins = follows?.end ? follows.end + (part?.minWaitMinutes ?? 0) * MINUTE : startsAt
  if (begins + minutes * MINUTE > startsAt + DAY) throw invalidField('parts', 'validation.visitTooLong')
}

const isHeld = (standing: readonly BookingRecord[]): boolean => standing.some(({ status }) => status === 'held')

/** Writes and locks nothing, and plans after the reading transaction. */
export const previewPart = async (request: ReadingRequest, id: string, input: Input) => {
  const loaded = await request.read(async db => {
    const record = await findRecord(db, visitScope(request), id)
    return loadPart(db, request, await stateOf(db, request, record), input)
  })
  const part = await decided(loaded, request, input)
  return inVisit(part, pricedSlot(part, request.caller.tenant.timeZone))
}

/** A new part is held as long as the others, or waits for approval with them. */
export const addPart = async (held: HeldVisit, input: Input): Promise<void> => {
  const { unit, request, visit } = held
  const { record, kept, parts } = visit
  const part = await decided(await loadPart(unit.db, request, visit, input), request, input)
  const standing = parts.filter(one => !isGone(one))
  const waits = part.results.some(one => one.requiresApproval) || standing.some(one => one.status === 'pending')
  const until = standing.find(({ status }) => status === 'held')?.holdExpiresAt ?? null
  const { notes, internalNotes, sendsReminders } = record
  const added = part.question.parts.map(({ guest, minWaitMinutes, maxWaitMinutes }) => {
    return { guest, minWaitMinutes, maxWaitMinutes }
  })
  await sql`update visits set parts = parts || ${JSON.stringify(added)}::jsonb
    where tenant_id = ${record.tenantId} and id = ${record.id}`.execute(unit.db)
  await bookParts(unit, request, part, {
    ...{ visitId: record.id, from: kept.length, parts: [input], reason: input.reason, notify: input.notify },
    status: until ? 'held' : waits ? 'pending' : 'confirmed',
    holdExpiresAt: until,
    values: { notes, internalNotes, sendsReminders },
  })
  await saveVisit(held)
}
