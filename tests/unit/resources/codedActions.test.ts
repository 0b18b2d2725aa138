import { expect, test } from 'vitest'
import { resources } from '../../../src/resources'
import { type AnyResource, actionsOf } from '../../../src/schema'

// What an action writes is declared. One that is coded says here what no declaration says of it.

const judged = 'the engine judges places, deadlines and prices, and may answer with alternatives'
const ofSeries = 'it decides for each date, and some may be refused'
const ofVisit = 'it does to each part what the engine lets the part’s own action do'
const offered = 'an offer holds a place, which goes to the next in line when it ends'
const queued = 'what leaves waits in a queue of its own, which it wakes'
const copies = 'it copies a tree of records'

const reasons: Readonly<Record<string, string>> = {
  'apiKeys.revoke':
    'revoking once more answers 200 and keeps the first moment, which a declared now() would write anew',
  'bookingSeries.approve': ofSeries,
  'bookingSeries.cancel': ofSeries,
  'bookingSeries.decline': ofSeries,
  'bookingSeries.extend': ofSeries,
  'bookingSeries.reassign': ofSeries,
  'bookingSeries.reschedule': ofSeries,
  'bookingSeries.retrySkipped': ofSeries,
  'bookings.approve': judged,
  'bookings.cancel': judged,
  'bookings.complete': judged,
  'bookings.confirm': judged,
  'bookings.decline': judged,
  'bookings.extendHold': judged,
  'bookings.noShow': judged,
  'bookings.reassign': judged,
  'bookings.reschedule': judged,
  'bookings.restore': judged,
  'busyCalendars.refresh': queued,
  'catalogItems.duplicate': copies,
  'customers.anonymize': 'it forgets a person in every table, the log and the events included',
  'customers.merge': 'it moves whatever refers to a record to another one',
  'deadLetters.redrive': queued,
  'invitations.resend': queued,
  'memberships.endSessions': 'sessions are the auth service’s',
  'notifications.resend': queued,
  'resources.addPerson': 'it assigns the person to several variants, and may make a schedule',
  'schedules.duplicate': 'a copy has every field, those that are added later included',
  'visits.approve': ofVisit,
  'visits.cancel': ofVisit,
  'visits.checkIn': ofVisit,
  'visits.complete': ofVisit,
  'visits.confirm': ofVisit,
  'visits.decline': ofVisit,
  'visits.extendHold': ofVisit,
  'visits.noShow': ofVisit,
  'visits.reschedule': ofVisit,
  'visits.restore': ofVisit,
  'waitlistEntries.accept': offered,
  'waitlistEntries.cancel': offered,
  'waitlistEntries.decline': offered,
  'waitlistEntries.offer': offered,
  'waitlistEntries.restore': offered,
  'waitlistEntries.withdraw': offered,
  'webhookDeliveries.redeliver': queued,
}

const actions = (resources as readonly AnyResource[]).flatMap(resource =>
  actionsOf(resource).map(([name, action]) => ({ name: `${resource.name}.${name}`, ...action })),
)

test('actions are coded only for what no declaration says', () => {
  const coded = actions.flatMap(({ name, isCoded }) => (isCoded ? name : []))
  expect(coded.toSorted()).toEqual(Object.keys(reasons).toSorted())
  expect(actions.length - coded.length).toBeGreaterThanOrEqual(23)
})
