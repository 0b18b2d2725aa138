import { parseLocalDate, prepare, zoneOf } from '../../../src/scheduling'
import { idsParam } from '../../http/crud/list'
import { invalidField, notFound } from '../../http/problem'
import { integerParam, required } from '../../http/queryParams'
import { defineRoute, type RouteAccess } from '../../http/route'
import { instantParam, millisOf, momentParam, monthParam } from '../momentParam'
import { loadSnapshot } from './loadSnapshot'
import { nextAvailable } from './next'
import {
  ask,
  durationParam,
  flagParam,
  idParam,
  rangeOf,
  rangeParams,
  requestParams,
  requireChannel,
  requireFewer,
} from './questions'
import {
  daysSchema,
  explanationSchema,
  nextSchema,
  searchSchema,
  slotsSchema,
  timelineSchema,
  utilisationSchema,
} from './schemas'
import { resourceTimelines } from './timeline'
import { utilisationByDay } from './utilisation'

const MINUTE = 60_000
const longestBookingMinutes = 527_040

const tag = 'Availability'
const access = { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' } } as const satisfies RouteAccess

/** What is free, what is not, and why: every answer comes from the engine that bookings are judged by. */
export const availabilityRoutes = [
  defineRoute({
    method: 'GET',
    path: '/availability',
    access,
    tag,
    operationId: 'listSlots',
    summary: 'The times at which a variant can be booked',
    query: {
      ...requestParams,
      ...rangeParams,
      durationMinutes: durationParam,
      includeUnavailable: flagParam('Also the times that are not available, with reasons'),
    },
    answer: { status: 200, description: 'The slots that start in the range, in order', schema: slotsSchema },
    handler: async ({ query, caller, read, services }) => {
      const range = rangeOf(query, caller)
      const { variantId, durationMinutes, includeUnavailable } = query
      const snapshot = await read(db =>
        loadSnapshot(db, caller.tenant.id, {
          variantIds: [variantId],
          ...range,
          durationMinutes,
          now: services.now(),
          isAnonymous: true,
        }),
      )
      const slots = ask(snapshot, query).slots(range.from, range.to, { includeUnavailable })
      return { status: 200, body: requireFewer(slots) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/availability/days',
    access,
    tag,
    operationId: 'listAvailableDays',
    summary: 'How free each day of a month is',
    query: {
      ...requestParams,
      month: required(monthParam('The month, in the tenant’s zone')),
      durationMinutes: durationParam,
    },
    answer: { status: 200, description: 'The days of the month', schema: daysSchema },
    handler: async ({ query, caller, read, services }) => {
      const { variantId, month, durationMinutes } = query
      const from = millisOf({ date: `${month}-01` }, caller.tenant.timeZone)
      const to = zoneOf(caller.tenant.timeZone).startOfDay(parseLocalDate(`${month}-01`) + 31)
      const now = services.now()
      const snapshot = await read(db =>
        loadSnapshot(db, caller.tenant.id, {
          variantIds: [variantId],
          from,
          to,
          durationMinutes,
          now,
          isAnonymous: true,
        }),
      )
      return { status: 200, body: ask(snapshot, query).days(month) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/availability/next',
    access,
    tag,
    operationId: 'findNextSlots',
    summary: 'The next times at which a variant can be booked, within a year',
    query: {
      ...requestParams,
      durationMinutes: durationParam,
      after: momentParam('From when on; now unless given'),
      count: integerParam('How many', { min: 1, max: 10, absent: 1 }),
    },
    answer: {
      status: 200,
      description: 'The slots, or the most frequent reason why there is none',
      schema: nextSchema,
    },
    handler: async ({ query, caller, read, services }) => {
      const now = services.now()
      const after = query.after ? millisOf(query.after, caller.tenant.timeZone) : now
      return { status: 200, body: await read(db => nextAvailable(db, caller.tenant.id, { ...query, after, now })) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/availability/search',
    access,
    tag,
    operationId: 'searchFree',
    summary: 'What is free from one moment to another',
    query: {
      ...rangeParams,
      resourceTypeId: idParam('Only resources of this type'),
      channelId: idParam('Through which channel; the back office’s unless given'),
      quantity: integerParam('Units or persons', { min: 1, max: 10_000, absent: 1 }),
    },
    answer: { status: 200, description: 'Resources, and variants of exactly this length', schema: searchSchema },
    handler: async ({ query, caller, read, services }) => {
      const range = rangeOf(query, caller)
      const { resourceTypeId = null, channelId = null, quantity } = query
      const now = services.now()
      const snapshot = await read(db =>
        loadSnapshot(db, caller.tenant.id, { everything: true, ...range, now, isAnonymous: true }),
      )
      if (channelId) requireChannel(snapshot, channelId)
      const free = prepare(snapshot).freeResources({ ...range, quantity, resourceTypeId, channelId })
      const resources = new Map(snapshot.resources.map(resource => [resource.id, resource]))
      const variants = new Map(snapshot.variants.map(variant => [variant.id, variant]))
      const items = new Map(snapshot.items.map(item => [item.id, item]))
      return {
        status: 200,
        body: {
          resources: free.resources.map(one => {
            const { name, resourceTypeId } = resources.get(one.resourceId) ?? {}
            return { ...one, name, resourceTypeId }
          }),
          variants: free.variants.map(one => ({
            ...one,
            name: variants.get(one.variantId)?.name,
            catalogItemName: items.get(one.catalogItemId)?.name,
          })),
        },
      }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/availability/timeline',
    access,
    tag,
    operationId: 'getTimeline',
    summary: 'Open hours, bookings, holds and closures by resource',
    query: {
      ...rangeParams,
      resourceTypeId: idParam('Only resources of this type'),
      resourceIds: { ...idsParam, description: 'Only these resources; repeated, or separated by commas' },
      channelId: idParam('Whose rules count; the back office’s unless given'),
      variantId: idParam('Only the resources of this variant, each with the times at which it could be booked there'),
      quantity: requestParams.quantity,
      durationMinutes: durationParam,
    },
    answer: { status: 200, description: 'One entry for each resource', schema: timelineSchema },
    handler: async ({ query, caller, read, services }) => {
      const options = { ...query, ...rangeOf(query, caller), now: services.now() }
      return { status: 200, body: await read(db => resourceTimelines(db, caller.tenant.id, options)) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/availability/utilisation',
    access,
    tag,
    operationId: 'getUtilisation',
    summary: 'How much of the open time of all active resources is booked, by day',
    query: rangeParams,
    answer: { status: 200, description: 'The local days of the range, in order', schema: utilisationSchema },
    handler: async ({ query, caller, read, services }) => {
      const timeZone = query.timeZone ?? caller.tenant.timeZone
      const options = { ...rangeOf(query, caller), timeZone, now: services.now() }
      return { status: 200, body: await read(db => utilisationByDay(db, caller.tenant.id, options)) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/availability/explain',
    access,
    tag,
    operationId: 'explainSlot',
    summary: 'Why a variant can be booked at a time, or why not',
    query: {
      ...requestParams,
      startsAt: required(instantParam('When it would start')),
      endsAt: instantParam('When it would end; after the variant’s own length unless given'),
      customerId: idParam('For whom'),
    },
    answer: { status: 200, description: 'Every check, passed or failed', schema: explanationSchema },
    handler: async ({ query, caller, read, services }) => {
      const { variantId, startsAt, endsAt, customerId } = query
      const minutes = endsAt === undefined ? undefined : (endsAt - startsAt) / MINUTE
      if (minutes !== undefined && minutes <= 0) throw invalidField('endsAt', 'validation.notAfterStart')
      if (minutes !== undefined && minutes > longestBookingMinutes)
        throw invalidField('endsAt', 'validation.rangeTooLong', { max: 366 })
      const snapshot = await read(db =>
        loadSnapshot(db, caller.tenant.id, {
          variantIds: [variantId],
          from: startsAt,
          to: endsAt ?? startsAt + MINUTE,
          customerId,
          now: services.now(),
        }),
      )
      if (customerId && !snapshot.customer) throw notFound('customer')
      const explanation = ask(snapshot, query).explain({ startsAt, ...(endsAt !== undefined && { endsAt }) })
      const concerned = new Set(
        explanation.checks.flatMap(({ resourceId, causeResourceId }) => [resourceId, causeResourceId]),
      )
      const resources = snapshot.resources
        .filter(({ id }) => concerned.has(id))
        .map(({ id, name }) => ({ resourceId: id, name }))
      return { status: 200, body: { ...explanation, resources } }
    },
  }),
]
