import type { AnyResource } from '../../../src/declare'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { demand } from '../../../src/resources/demand'
import { visits } from '../../../src/resources/visits'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { anyTable, noteAction, noteEvent, toRow, type UnitOfWork } from '../../serve'
import { forgetMails } from '../notifications/forgetMails'
import { mergedInto } from './mergedInto'

/** The same in every language. */
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
const noAnswers = { answers: '{}' }

const left: readonly { resource: AnyResource; values: Readonly<Record<string, unknown>>; columns: object }[] = [
  {
    resource: bookings,
    values: { ...noNotes, cancellationReason: null, metadata: {} },
    columns: { ...noAnswers, givenName: null },
  },
  { resource: bookingSeries, values: noNotes, columns: noAnswers },
  { resource: visits, values: noNotes, columns: {} },
  { resource: waitlistEntries, values: noNotes, columns: {} },
  { resource: demand, values: { note: null }, columns: { person: null } },
]

const toldAs: Readonly<Record<string, string>> = { [bookings.name]: 'booking', [visits.name]: 'visit' }

/** Data before it is forgotten. */
export interface Person {
  id: string
  name: string | null
  email: string | null
  phone: string | null
}

const given = (values: readonly (string | null)[]): string[] => values.flatMap(value => value || [])

/** Logs, tells and forgets what is known of them, including the customers themselves. */
export const forgetTraces = async (unit: UnitOfWork, tenantId: string, people: readonly Person[]): Promise<void> => {
  const { db, forgotten } = unit
  const ids = people.map(({ id }) => id)
  forgotten.push({
    entityType: customers.name,
    ids: [...ids, ...(await mergedInto(db, tenantId, ids))],
    named: {
      texts: given(people.flatMap(({ name, email }) => [name, email])),
      phones: given(people.map(({ phone }) => phone)),
    },
  })
  for (const { resource, values, columns } of left) {
    // Keeps only the names of emptied fields.
    const changes = Object.fromEntries(Object.keys(values).map(name => [name, { from: null, to: null }]))
    const rows = await anyTable(db)
      .updateTable(resource.name)
      .set({ ...toRow(resource, values), ...columns })
      .where('tenantId', '=', tenantId)
      .where('customerId', 'in', ids)
      .returning('id')
      .execute()
    const emptied = rows.map(({ id }) => String(id))
    forgotten.push({ entityType: resource.name, ids: emptied })
    const subjectType = toldAs[resource.name]
    for (const id of emptied) {
      noteAction(unit, { action: 'updated', resource, record: { id }, changes })
      if (subjectType) noteEvent(unit, { type: `${subjectType}.updated`, subjectType, subjectId: id, data: { id } })
    }
  }
  await forgetMails(db, tenantId, ids)
}
