import { bookingSeries } from '../../../src/resources/bookingSeries'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import type { AnyResource } from '../../../src/schema'
import type { Forgotten } from '../../audit/writeAuditLog'
import type { Transaction } from '../../db/database'
import { toRow } from '../../db/rows'
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
const left: readonly { resource: AnyResource; columns: Readonly<Record<string, unknown>> }[] = [
  {
    resource: bookings,
    columns: {
      ...toRow(bookings, { ...noNotes, cancellationReason: null, metadata: {} }),
      ...noAnswers,
      // The name that was typed when it was made.
      givenName: null,
    },
  },
  { resource: bookingSeries, columns: { ...toRow(bookingSeries, noNotes), ...noAnswers } },
  { resource: waitlistEntries, columns: toRow(waitlistEntries, noNotes) },
]

/**
 * Removes what customers left outside of their own records: in bookings, series, wishes and mails.
 * @returns the records, theirs included, that logs and events must forget
 */
export const forgetTraces = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<Forgotten[]> => {
  const forgotten: Forgotten[] = [
    { entityType: customers.name, ids: [...ids, ...(await mergedInto(db, tenantId, ids))] },
  ]
  for (const { resource, columns } of left) {
    const rows = await db
      .updateTable(resource.name)
      .set(columns)
      .where('tenantId', '=', tenantId)
      .where('customerId', 'in', ids)
      .returning('id')
      .execute()
    forgotten.push({ entityType: resource.name, ids: rows.map(({ id }) => String(id)) })
  }
  await forgetMails(db, tenantId, ids)
  return forgotten
}
