import { sql } from 'kysely'
import { calls } from '../../../../src/calls'
import { membersFrom } from '../../../../src/declare'
import { visits } from '../../../../src/resources/visits'
import {
  defineRoute,
  findRecord,
  implement,
  OtherReply,
  readAuditLog,
  recordReply,
  requireVersion,
} from '../../../serve'
import { historyFor, lacksScope } from '../../caller'
import { wrongInPart } from '../alsoWrong'
import { announce } from '../bookingScope'
import { refuseKey } from '../refuseKey'
import { orAlternatives } from '../slotUnavailable'
import { addPart, previewPart } from './addPart'
import { announceVisit } from './announceVisit'
import { changeVisit, deleteVisit } from './changeVisit'
import { createVisit, previewVisit } from './createVisit'
import { inOnlyPart } from './inPart'
import { listVisits, visitList } from './listVisits'
import { visitCalendar } from './visitCalendar'
import { visitScope } from './visitColumns'
import { answeredVisit, lockParts } from './visitState'
import { orOtherVisits } from './visitUnavailable'

export const visitRoutes = [
  defineRoute({
    method: 'GET',
    path: '/bookings/visits',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag: 'Bookings',
    operationId: 'listVisits',
    summary: 'A page of visits',
    query: visitList.params,
    answer: { ...visitList.answer, description: 'The page, without the parts' },
    handler: request => listVisits(request, request.query),
  }),
  implement(calls.visits.create, async request => {
    const { body, headers } = request
    if (body.dryRun) {
      refuseKey(headers)
      return new OtherReply(await orOtherVisits(request, () => previewVisit(request, body)))
    }
    const { id } = await orOtherVisits(request, () =>
      request.write(async unit => {
        unit.reason = body.reason
        return createVisit(unit, request, body)
      }),
    )
    const visit = await request.read(db => answeredVisit(db, request, id))
    announceVisit(request, visit)
    return recordReply(visit as never)
  }),
  implement(
    calls.visits.addPart,
    async request => {
      const { body, headers } = request
      const { id } = request.params
      if (body.dryRun) refuseKey(headers)
      return inOnlyPart(() =>
        orOtherVisits(request, async () => {
          if (body.dryRun) return new OtherReply(await previewPart(request, id, body))
          await request.write(async unit => {
            unit.reason = body.reason
            const record = await findRecord(unit.db, visitScope(request), id, { lock: true })
            await addPart({ unit, request, visit: await lockParts(unit.db, request, record) }, body)
          })
          const visit = await request.read(db => answeredVisit(db, request, id))
          announceVisit(request, visit)
          return recordReply(visit as never)
        }),
      )
    },
    { alsoWrong: wrongInPart },
  ),
  implement(calls.visits.get, async request =>
    recordReply((await request.read(db => answeredVisit(db, request, request.params.id))) as never),
  ),
  implement(calls.visits.history, request =>
    request.read(async db => {
      const { id } = await findRecord(db, visitScope(request), request.params.id)
      const { tenant, role } = request.caller
      const condition = sql<boolean>`tenant_id = ${tenant.id} and entity_type = ${visits.name} and entity_id = ${id}`
      const entries = await readAuditLog(db, condition, {
        limit: calls.bookings.maxHistory,
        reader: { role, resources: request.services.resources },
      })
      return { entries: historyFor(request.caller, entries) }
    }),
  ),
  implement(calls.visits.update, async request => {
    const { id } = request.params
    await orAlternatives({
      work: () =>
        request.write(async unit => {
          const record = await findRecord(unit.db, visitScope(request), id, { lock: true })
          await requireVersion(unit.db, visitScope(request), record, request.headers.get('if-match'))
          await changeVisit({ unit, request, visit: await lockParts(unit.db, request, record) }, request.body)
        }),
      read: request.read,
    })
    const visit = await request.read(db => answeredVisit(db, request, id))
    announceVisit(request, visit)
    return recordReply(visit as never)
  }),
  implement(calls.visits.remove, async request => {
    const { id } = request.params
    const deleted = await request.write(async unit => {
      const record = await findRecord(unit.db, visitScope(request), id, { lock: true })
      await requireVersion(unit.db, visitScope(request), record, request.headers.get('if-match'))
      return deleteVisit({ unit, request, visit: await lockParts(unit.db, request, record) })
    })
    announce(request, ...deleted)
  }),
  implement(calls.visits.calendarFile, async request => {
    const found = await request.read(db => answeredVisit(db, request, request.params.id))
    const visit = lacksScope(request.caller, 'customers.read') ? { ...found, customerName: null } : found
    return new Response(visitCalendar(visit, request.services.productName), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'Content-Disposition': `attachment; filename="${visit.reference}.ics"`,
      },
    })
  }),
]
