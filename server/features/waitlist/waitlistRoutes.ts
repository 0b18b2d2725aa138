import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { membersFrom, recordBody, ref } from '../../../src/declare'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { defineRoute, implement, readAuditLog, recordAnswer } from '../../serve'
import { announceNoted, type MemberRequest } from '../bookings/bookingScope'
import type { orAlternatives } from '../bookings/slotUnavailable'
import { historyFor } from '../caller'
import { entriesHooks, findEntry } from './entryScope'
import { entryList, listEntries } from './listEntries'
import { matchesOf } from './matches'
import { wrongInWanted } from './requireEntry'
import { changeEntry, createEntry, deleteEntry } from './writeEntry'

const tag = 'Waitlist'
const ignored = Object.keys(entriesHooks.extras ?? {})

const answered = async (request: MemberRequest & { read: ReadOf }, status: 200 | 201, id: string) => {
  announceNoted(request)
  return recordAnswer(status, await request.read(db => findEntry(db, request, id)))
}

type ReadOf = Parameters<typeof orAlternatives>[0]['read']

export const waitlistRoutes = [
  implement(calls.waitlist.matches, request => request.read(db => matchesOf(db, request, request.query))),
  implement(calls.waitlist.history, request =>
    request.read(async db => {
      const { id } = await findEntry(db, request, request.params.id)
      const { tenant, role } = request.caller
      const condition = sql<boolean>`tenant_id = ${tenant.id} and entity_type = ${waitlistEntries.name} and entity_id = ${id}`
      const entries = await readAuditLog(db, condition, {
        limit: calls.bookings.maxHistory,
        reader: { role, resources: request.services.resources },
      })
      return historyFor(request.caller, entries, { isNamed: true })
    }),
  ),
  defineRoute({
    method: 'GET',
    path: '/bookings/waitlist',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag,
    operationId: 'listWaitlistEntries',
    // Positions count other people's entries.
    beyondRows: true,
    summary: 'A page of who waits',
    query: entryList.params,
    answer: entryList.answer,
    handler: request => listEntries(request, request.query),
  }),
  defineRoute({
    method: 'GET',
    path: '/bookings/waitlist/tabs',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag,
    operationId: 'countWaitlistEntriesByTab',
    summary: 'How many entries each part of the list has',
    ...entryList.tabs,
    handler: async request => ({
      status: 200,
      body: await request.read(db => entryList.countTabs(db, request, request.query)),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/bookings/waitlist/{id}',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag,
    operationId: 'getWaitlistEntry',
    summary: 'One entry',
    answer: { status: 200, description: 'The entry', schema: ref('WaitlistEntry'), headers: 'ETag' },
    handler: async request => recordAnswer(200, await request.read(db => findEntry(db, request, request.params.id))),
  }),
  defineRoute({
    method: 'POST',
    path: '/bookings/waitlist',
    access: membersFrom('staff'),
    scopes: ['bookings'],
    tag,
    operationId: 'createWaitlistEntry',
    summary: 'Put a customer on the waitlist',
    description: 'Where places are offered without being asked, a place that is free now is offered at once.',
    body: recordBody('WaitlistEntryDraft', ignored),
    alsoWrong: wrongInWanted,
    answer: { status: 201, description: 'The new entry', schema: ref('WaitlistEntry'), headers: 'ETag' },
    handler: async request => {
      const { id } = await request.write(unit => createEntry(unit, request, request.body))
      return answered(request, 201, id)
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/bookings/waitlist/{id}',
    access: membersFrom('staff'),
    scopes: ['bookings'],
    tag,
    operationId: 'updateWaitlistEntry',
    summary: 'Change what somebody waits for',
    description: 'Their place in the line stays. While a place is offered, only the notes change.',
    headers: 'If-Match',
    body: recordBody('WaitlistEntryChanges', ignored),
    alsoWrong: wrongInWanted,
    answer: { status: 200, description: 'The entry as it is now', schema: ref('WaitlistEntry'), headers: 'ETag' },
    handler: async request => {
      const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
      const { id } = await request.write(unit => changeEntry(unit, request, request.params.id, changes))
      return answered(request, 200, id)
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/bookings/waitlist/{id}',
    access: membersFrom('staff'),
    scopes: ['bookings'],
    tag,
    operationId: 'deleteWaitlistEntry',
    summary: 'Delete an entry that was never offered anything',
    description: 'Any other is taken off the list instead.',
    headers: 'If-Match',
    answer: { status: 204, description: 'It is gone' },
    handler: async request => {
      const options = { ifMatch: request.headers.get('if-match') }
      await request.write(unit => deleteEntry(unit, request, request.params.id, options))
      announceNoted(request)
      return { status: 204 }
    },
  }),
]
