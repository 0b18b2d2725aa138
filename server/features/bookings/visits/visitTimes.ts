import { calls } from '../../../../src/calls'
import { formatInstant, hasRole, MINUTE } from '../../../../src/declare'
import { customers } from '../../../../src/resources/customers'
import { VisitPlanner } from '../../../../src/scheduling/visits/VisitPlanner'
import { findRecord, implement, inSlices, invalidField, requireOrder, scopeMissing, scopeOf } from '../../../serve'
import { rangeOf, requireFewer } from '../../availability/questions'
import { withoutHiddenBookings } from '../../availability/withoutHiddenBookings'
import { lacksScope } from '../../caller'
import { requireTime } from '../requireTime'
import { loadVisit, toVisitSlot, visitQuestion } from './visitQuestion'
import { orTooManyPlans } from './visitUnavailable'

const maxDays = 31

const times = implement(calls.visits.times, async ({ body, caller, read, services }) => {
  const { from, to, timeZone = caller.tenant.timeZone, ...asked } = body
  if (!from || !to) throw invalidField(from ? 'to' : 'from', 'validation.required')
  requireOrder({ from, to }, timeZone)
  const range = rangeOf({ from, to, timeZone }, caller, maxDays)
  const question = visitQuestion(caller, asked)
  const { snapshot, offers } = await read(db =>
    loadVisit(db, caller.tenant.id, question, { ...range, now: services.now(), isAnonymous: true }),
  )
  const planner = new VisitPlanner(snapshot, question)
  const plans = await orTooManyPlans(() => inSlices(planner.plans(planner.starts(range.from, range.to))))
  return { slots: requireFewer(plans).map(plan => toVisitSlot(plan, question, offers, timeZone)) }
})

const explain = implement(calls.visits.explain, async request => {
  const { body, caller, read, services } = request
  const { startsAt, customerId, ...asked } = body
  requireTime({ startsAt, endsAt: null }, services.now())
  // Only readers of customers may learn their limits.
  if (customerId && !hasRole(caller.role, 'staff')) throw invalidField('customerId', 'validation.forbidden')
  if (customerId && lacksScope(caller, 'customers.read')) throw scopeMissing(['customers.read'])
  const question = visitQuestion(caller, asked)
  const start = Date.parse(startsAt)
  const { snapshot, offers } = await read(async db => {
    if (customerId) await findRecord(db, scopeOf(customers, {}, request), customerId)
    const load = { from: start, to: start + MINUTE, now: services.now(), customerId }
    return loadVisit(db, caller.tenant.id, question, load)
  })
  const planner = new VisitPlanner(snapshot, question)
  const { plan, failedPart, parts } = await orTooManyPlans(() => inSlices(planner.explain(start)))
  const explained = await read(db =>
    Promise.all(
      parts.map(async ({ explanation, ...part }) => ({
        ...part,
        ...(await withoutHiddenBookings(db, caller, explanation)),
      })),
    ),
  )
  return {
    available: plan !== null,
    plan: plan && toVisitSlot(plan, question, offers, caller.tenant.timeZone),
    failedPart,
    headline: plan ? null : (explained.find(({ available }) => !available)?.headline ?? null),
    parts: explained.map(({ index, startsAt, endsAt, available, checks }) => ({
      ...{ index, startsAt: formatInstant(startsAt), endsAt: formatInstant(endsAt) },
      ...{ available, checks },
    })),
  }
})

export const visitTimes = [times, explain]
