import { calls } from '../../../src/calls'
import { MINUTE, millisOf } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import { createEngine, parseLocalDate, zoneOf } from '../../../src/scheduling'
import { findRecord, implement, invalidField, type MemberCaller, scopeMissing, scopeOf } from '../../serve'
import { channelFor, lacksScope } from '../caller'
import { loadSnapshot } from './loadSnapshot'
import { nextAvailable } from './next'
import { ask, rangeOf, requireChannel, requireFewer } from './questions'
import { resourceTimelines } from './timeline'
import { unlessKnown } from './unlessKnown'
import { utilizationByDay } from './utilization'
import { withoutHiddenBookings } from './withoutHiddenBookings'

const longestBookingMinutes = 527_040

const throughChannel = <Q extends { channelId?: string | undefined }>(caller: MemberCaller, query: Q) => ({
  ...query,
  channelId: channelFor(caller, query.channelId),
})

const utilization = implement(calls.availability.utilization, async ({ query, caller, read, services }) => {
  const timeZone = query.timeZone ?? caller.tenant.timeZone
  const options = { ...rangeOf(query, caller), timeZone, now: services.now() }
  return read(db => utilizationByDay(db, caller.tenant.id, options))
})

export const availabilityRoutes = [
  implement(calls.availability.slots, request => {
    const { query, caller } = request
    const range = rangeOf(query, caller)
    const { includeUnavailable } = query
    return unlessKnown(request, { ...throughChannel(caller, query), ...range }, answers =>
      requireFewer(answers.slots(range.from, range.to, { includeUnavailable })),
    )
  }),
  implement(calls.availability.days, request => {
    const { query, caller } = request
    const { month } = query
    const from = millisOf({ date: `${month}-01` }, caller.tenant.timeZone)
    const to = zoneOf(caller.tenant.timeZone).startOfDay(parseLocalDate(`${month}-01`) + 31)
    return unlessKnown(request, { ...throughChannel(caller, query), from, to }, answers => answers.days(month))
  }),
  implement(calls.availability.next, async ({ query, caller, read, services }) => {
    const now = services.now()
    const after = query.after ? millisOf(query.after, caller.tenant.timeZone) : now
    const question = throughChannel(caller, query)
    return read(db => nextAvailable(db, caller.tenant.id, { ...question, after, now }))
  }),
  implement(calls.availability.search, async ({ query, caller, read, services }) => {
    const range = rangeOf(query, caller)
    const { resourceTypeId = null, quantity } = query
    const channelId = channelFor(caller, query.channelId) ?? null
    const now = services.now()
    const snapshot = await read(db =>
      loadSnapshot(db, caller.tenant.id, { everything: true, ...range, now, isAnonymous: true }),
    )
    if (channelId) requireChannel(snapshot, channelId)
    const free = createEngine(snapshot).freeResources({ ...range, quantity, resourceTypeId, channelId })
    const resources = new Map(snapshot.resources.map(resource => [resource.id, resource]))
    const variants = new Map(snapshot.variants.map(variant => [variant.id, variant]))
    const items = new Map(snapshot.items.map(item => [item.id, item]))
    return {
      resources: free.resources.flatMap(one => {
        const { name, resourceTypeId } = resources.get(one.resourceId) ?? {}
        return name && resourceTypeId ? [{ ...one, name, resourceTypeId }] : []
      }),
      variants: free.variants.flatMap(one => {
        const [name, catalogItemName] = [variants.get(one.variantId)?.name, items.get(one.catalogItemId)?.name]
        return name && catalogItemName ? [{ ...one, name, catalogItemName }] : []
      }),
    }
  }),
  implement(calls.availability.timeline, async ({ query, caller, read, services }) => {
    const options = { ...throughChannel(caller, query), ...rangeOf(query, caller), now: services.now() }
    return read(db => resourceTimelines(db, caller, options))
  }),
  utilization,
  {
    ...utilization,
    path: '/availability/utilisation',
    operationId: 'getUtilisation',
    summary: 'The same as /availability/utilization, by its former name',
  },
  implement(calls.availability.explain, async request => {
    const { query, caller, read, services } = request
    const { variantId, startsAt, endsAt, customerId } = query
    const question = throughChannel(caller, query)
    if (customerId && lacksScope(caller, 'customers.read')) throw scopeMissing(['customers.read'])
    const minutes = endsAt === undefined ? undefined : (endsAt - startsAt) / MINUTE
    if (minutes !== undefined && minutes <= 0) throw invalidField('endsAt', 'validation.notAfterStart')
    if (minutes !== undefined && minutes > longestBookingMinutes)
      throw invalidField('endsAt', 'validation.rangeTooLong', { max: 366 })
    const { explanation, snapshot } = await read(async db => {
      if (customerId) await findRecord(db, scopeOf(customers, {}, request), customerId)
      const snapshot = await loadSnapshot(db, caller.tenant.id, {
        variantIds: [variantId],
        from: startsAt,
        to: endsAt ?? startsAt + MINUTE,
        customerId,
        now: services.now(),
      })
      const answers = await ask(db, caller.tenant.id, snapshot, question)
      const whole = answers.explain({ startsAt, ...(endsAt !== undefined && { endsAt }) })
      return { explanation: await withoutHiddenBookings(db, caller, whole), snapshot }
    })
    const concerned = new Set(
      explanation.checks.flatMap(({ resourceId, causeResourceId }) => [resourceId, causeResourceId]),
    )
    const resources = snapshot.resources
      .filter(({ id }) => concerned.has(id))
      .map(({ id, name }) => ({ resourceId: id, name }))
    return { ...explanation, resources }
  }),
]
