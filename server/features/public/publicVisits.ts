import type { calls } from '../../../src/calls'
import type { PublicPart } from '../../../src/calls/publicParts'
import type { VisitSlot } from '../../../src/calls/visits'
import { type AnswerOf, MINUTE } from '../../../src/declare'
import type { VisitQuestion } from '../../../src/scheduling/visits/question'
import { VisitPlanner } from '../../../src/scheduling/visits/VisitPlanner'
import { inSlices, invalidField, type RequestOf, requireOrder, type Transaction } from '../../serve'
import { readSetupState } from '../availability/loadSetup'
import { rangeOf, requireFewer } from '../availability/questions'
import { type BookingRecord, isGone } from '../bookings/bookingScope'
import { loadOffer } from '../bookings/offer'
import { type AskedVisit, loadVisit, toVisitSlot, visitQuestion } from '../bookings/visits/visitQuestion'
import { readVisit } from '../bookings/visits/visitState'
import { mostStepsOf, orTooManyPlans } from '../bookings/visits/visitUnavailable'
import { type Language, textsOfEach } from './inLanguage'
import { findSold, type Person, peopleOf } from './pageContent'
import type { Visit } from './visitor'

type PublicVisitSlot = AnswerOf<typeof calls.publicPage.visitSlots>['slots'][number]

/** Days. */
const longest = 31

/** Each start is a search that anybody may ask for: a week around the clock, every five minutes. */
const mostStarts = 2_500

type People = ReadonlyMap<string, readonly Person[]>

export const shownPerson = (people: People, variantId: string, resourceIds: readonly string[]): Person | null =>
  people.get(variantId)?.find(({ id }) => resourceIds.includes(id)) ?? null

/** @throws Problem `not_found`, as for one variant */
export const askedVisit = async (
  db: Transaction,
  { tenant }: Pick<Visit, 'tenant'>,
  { parts, sameStaff, channel }: { parts: readonly PublicPart[]; sameStaff: boolean; channel: string | undefined },
): Promise<AskedVisit> => {
  const channelIds: string[] = []
  for (const { variantId, personId } of parts)
    channelIds.push((await findSold(db, tenant.id, { variantId, personId, channel })).channelId)
  return {
    ...{ channelId: channelIds[0] ?? null, order: 'fixed', sameStaff },
    parts: parts.map(({ personId, ...part }) => ({
      ...{ ...part, resourceIds: personId ? [personId] : [], minWaitMinutes: 0, maxWaitMinutes: null, startsAt: null },
    })),
  }
}

/** Shows strangers no resource but the people whom they may see. */
export const publicVisitSlot = (
  { startsAt, endsAt, total, parts }: VisitSlot,
  asked: Pick<VisitQuestion, 'parts'>,
  people: People,
): PublicVisitSlot => ({
  ...{ startsAt, endsAt, total },
  // Only a moved visit's standing parts are asked for, so the question's indexes differ from the visit's.
  parts: parts.map(({ startsAt, endsAt, resourceIds, total }, place) => {
    const { variantId = '' } = asked.parts[place] ?? {}
    return { startsAt, endsAt, personId: shownPerson(people, variantId, resourceIds)?.id ?? null, total }
  }),
})

export const publicVisitSlots = async (
  visit: Visit,
  { from, to, ...wanted }: RequestOf<typeof calls.publicPage.visitSlots>['body'],
  channel: string | undefined,
): Promise<PublicVisitSlot[]> => {
  const { tenant, caller, services } = visit
  requireOrder({ from, to }, tenant.timeZone)
  const range = rangeOf({ from, to }, { tenant }, longest)
  const { question, snapshot, offers, people } = await visit.read(async db => {
    const question = visitQuestion(caller, await askedVisit(db, visit, { ...wanted, channel }))
    const load = { ...range, now: services.now(), isAnonymous: true }
    const { snapshot, offers } = await loadVisit(db, tenant.id, question, load)
    return { question, snapshot, offers, people: await peopleIn(db, visit, question.parts) }
  })
  const planner = new VisitPlanner(snapshot, question, { mostSteps: mostStepsOf(caller) })
  const starts = planner.starts(range.from, range.to)
  if (starts.length > mostStarts)
    throw invalidField('to', 'validation.tooManySlots', { count: starts.length, max: mostStarts })
  const plans = requireFewer(await orTooManyPlans(() => inSlices(planner.plans(starts))))
  return plans.map(plan => publicVisitSlot(toVisitSlot(plan, question, offers, tenant.timeZone), question, people))
}

export const peopleIn = (
  db: Transaction,
  { tenant }: Pick<Visit, 'tenant'>,
  parts: readonly { variantId: string }[],
): Promise<Map<string, Person[]>> => peopleOf(db, tenant.id, [...new Set(parts.map(({ variantId }) => variantId))])

export const visitOf = async (db: Transaction, visit: Visit, visitId: string, lang: Language) => {
  const { visit: booked, bookings } = await readVisit(db, visit, visitId)
  const parts = booked.parts ?? []
  const tenantId = visit.tenant.id
  const [people, texts, state] = await Promise.all([
    peopleIn(db, visit, parts),
    textsOfEach(db, { tenantId, variantIds: parts.map(({ variantId }) => variantId), lang }),
    readSetupState(db, tenantId),
  ])
  const shown = await Promise.all(
    parts.map(async part => {
      const { variantId, resourceIds, index, startsAt, endsAt, status, quantity, guest, total, bookingId } = part
      const { title = '', questions = [] } = texts.get(variantId) ?? {}
      const { durationType } = await loadOffer(db, tenantId, variantId, state)
      const person = shownPerson(people, variantId, resourceIds)
      const length = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE
      return {
        ...{ bookingId, index, title, questions, startsAt, endsAt, variantId, quantity, guest, total },
        status: status as BookingRecord['status'],
        durationMinutes: durationType === 'flexible' ? length : null,
        ...{ personId: person?.id ?? null, personName: person?.name ?? null },
      }
    }),
  )
  return { booked, bookings, parts: shown }
}

export type ShownVisit = Awaited<ReturnType<typeof visitOf>>

export const visitPlace = ({ startsAt, endsAt, timeZone, total }: ShownVisit['booked']) => ({
  ...{ startsAt: startsAt ?? '', endsAt: endsAt ?? '', timeZone: timeZone ?? 'UTC', quantity: 1, total },
})

const visitTitle = (parts: ShownVisit['parts']): string => {
  const standing = parts.filter(one => !isGone(one))
  return (standing.length > 0 ? standing : parts).map(({ title }) => title).join(' + ')
}

export const bookedVisit = ({ booked, parts }: ShownVisit) => {
  const { reference, status } = booked
  return { reference, status: status ?? 'cancelled', title: visitTitle(parts), ...visitPlace(booked) }
}
