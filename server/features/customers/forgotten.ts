import type { AuditChanges } from '../../../src/contract'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import type { AnyResource } from '../../../src/schema'
import type { Forgotten } from '../../audit/writeAuditLog'
import type { Transaction } from '../../db/database'
import { toRow } from '../../db/rows'
import type { ToldEvent } from '../../events/toldEvent'
import { forgetMails } from '../notifications/forgetMails'
import { mergedInto } from './mergedInto'

/** The values of an anonymised customer; the name is the same in every language. */
export const forgottenPerson = {
  name: '—',
  email: null,
  phone: null,
  locale: null,
  timeZone: null,
  notes: null,
  tags: [],
  blockedReason: null,
  externalId: null,
} as const

const noNotes = { notes: null, internalNotes: null }
/** Their answers to an item’s questions, in a column that no declared field fills. */
const noAnswers = { answers: '{}' }

/** What anonymised customers leave in other records, with the columns that hold what they said in it. */
const left: readonly { resource: AnyResource; values: Readonly<Record<string, unknown>>; columns: object }[] = [
  {
    resource: bookings,
    values: { ...noNotes, cancellationReason: null, metadata: {} },
    // The name is the one that was typed when it was made.
    columns: { ...noAnswers, givenName: null },
  },
  { resource: bookingSeries, values: noNotes, columns: noAnswers },
  { resource: waitlistEntries, values: noNotes, columns: {} },
]

interface Traces {
  /** The records, theirs included, that logs and events must forget. */
  forgotten: Forgotten[]
  /** For the log: the records that were emptied, and of what. */
  emptied: { action: 'updated'; resource: AnyResource; record: { id: string }; changes: AuditChanges }[]
  /** Of the bookings that were emptied, by their ids alone. */
  events: ToldEvent[]
}

/** Removes what customers left outside of their own records: in bookings, series, wishes and mails. */
export const forgetTraces = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<Traces> => {
  const emptied: Traces['emptied'] = []
  const forgotten: Forgotten[] = [
    { entityType: customers.name, ids: [...ids, ...(await mergedInto(db, tenantId, ids))] },
  ]
  for (const { resource, values, columns } of left) {
    // Which fields were emptied stays known, what they held does not.
    const changes = Object.fromEntries(Object.keys(values).map(name => [name, { from: null, to: null }]))
    const rows = await db
      .updateTable(resource.name)
      .set({ ...toRow(resource, values), ...columns })
      .where('tenantId', '=', tenantId)
      .where('customerId', 'in', ids)
      .returning('id')
      .execute()
    emptied.push(
      ...rows.map(({ id }) => ({ action: 'updated' as const, resource, record: { id: String(id) }, changes })),
    )
    forgotten.push({ entityType: resource.name, ids: rows.map(({ id }) => String(id)) })
  }
  await forgetMails(db, tenantId, ids)
  const events = emptied
    .filter(({ resource }) => resource.name === bookings.name)
    .map(({ record: { id } }) => ({
      ...{ tenantId, type: 'booking.updated', subjectType: 'booking', subjectId: id, data: { id }, previous: null },
    }))
  return { forgotten, emptied, events }
}
