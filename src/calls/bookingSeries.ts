import * as z from 'zod/mini'
import {
  auditEntry,
  type Body,
  choice,
  defineCall,
  fieldsBody,
  flag,
  integer,
  longText,
  membersFrom,
  type ResourceRef,
  recordOf,
  reference,
  tags,
  text,
} from '../declare'
import { checkGiven, customer, details } from '../resources/bookingActions'
import { notify, override, reason, time, unavailable } from '../resources/bookingInputs'
import { bookingSeries } from '../resources/bookingSeries'
import { checkScope, overwriteExceptions, scoped } from '../resources/bookingSeriesActions'
import { customers } from '../resources/customers'
import { type BookingSeries, occurrenceSchema } from '../scheduling/series/answers'
import { invalidMember } from './bodies'
import { maxHistory, moneySchema, request, withAnswers } from './bookings'
import { indexesSchema, isIndexes, withMember } from './withMember'

const tag = 'Bookings'
const reading = membersFrom('viewer')
const writing = membersFrom('staff')

const seriesRecord = recordOf<typeof bookingSeries, BookingSeries>(bookingSeries)

export const create = defineCall({
  method: 'POST',
  path: '/bookings/series',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'createBookingSeries',
  summary: 'Book dates that follow a rule',
  description: `All in one, or none. \`startsAt\` is the first date of the rule. With \`dryRun\`, 200 with what would become of every date. ${unavailable}`,
  body: withAnswers(
    fieldsBody(
      {
        ...request,
        ...time,
        ...customer,
        ...details,
        paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], { help: 'Follows from the total.' }),
        rrule: text({
          required: true,
          max: 200,
          help: 'RFC 5545 without “RRULE:”: FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, COUNT or UNTIL, WKST.',
        }),
        exDates: tags({ maxItems: 104, maxLength: 10, help: 'Dates of the rule that are left out, YYYY-MM-DD.' }),
        onConflict: choice(['fail', 'skip', 'nearest'], {
          default: 'fail',
          help: 'What becomes of a date that is not free: nothing is booked at all; it is left out; or it takes the nearest free start.',
        }),
        nearestWithinDays: integer({
          default: 0,
          min: 0,
          max: 7,
          help: 'How far “nearest” may go; 0 is the same date.',
        }),
        keepResources: flag({
          default: true,
          help: 'Later dates first try the resources of the first one booked.',
        }),
        override,
        reason,
        notify,
        dryRun: flag({ help: 'Book nothing, and answer what would become of every date.' }),
      },
      checkGiven,
    ),
  ),
  answer: { status: 201, description: 'The new series', schema: seriesRecord, headers: 'ETag' },
  otherwise: {
    status: 200,
    description: 'With `dryRun`: what it would be',
    schema: z.object({
      id: z.null(),
      reference: z.null(),
      variantId: z.uuid(),
      channelId: z.uuid(),
      customerId: z.nullable(z.uuid()),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      timeZone: z.string(),
      rrule: z.string(),
      exDates: z.array(z.string()),
      quantity: z.int(),
      total: moneySchema,
      occurrenceCount: z.int(),
      bookedCount: z.int(),
      movedCount: z.int(),
      skippedCount: z.int(),
      nextStartsAt: z.nullable(z.iso.datetime()),
      occurrences: z.array(occurrenceSchema),
    }),
  },
})

export const get = defineCall({
  method: 'GET',
  path: '/bookings/series/{id}',
  access: reading,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getBookingSeries',
  summary: 'One series with its occurrences',
  answer: { description: 'The series', schema: seriesRecord, headers: 'ETag' },
})

type ChangedFields = Partial<Pick<BookingSeries, 'notes' | 'internalNotes' | 'customerId' | 'quantity'>>

const changed = {
  notes: longText({ max: 5000 }),
  internalNotes: longText({ max: 5000 }),
  customerId: reference((): ResourceRef => customers),
  quantity: integer({ min: 1, max: 10_000 }),
}

const meant = fieldsBody({ ...scoped, overwriteExceptions }, checkScope)
type Meant = ReturnType<typeof meant.read>

/** Tells an omitted field from an emptied one. */
const updateBody: Body<
  Meant & { fields: ChangedFields },
  NonNullable<typeof meant.given> & { readonly [K in keyof ChangedFields]?: ChangedFields[K] | null }
> = {
  schema: {
    ...meant.schema,
    properties: { ...(meant.schema.properties as object), ...(fieldsBody(changed).schema.properties as object) },
  },
  read: json => {
    const isChange = ([name]: [string, unknown]) => Object.hasOwn(changed, name)
    const members = Object.entries(json)
    return {
      ...meant.read(Object.fromEntries(members.filter(member => !isChange(member)))),
      fields: Object.fromEntries(members.filter(isChange)) as ChangedFields,
    }
  },
}

export const update = defineCall({
  method: 'PATCH',
  path: '/bookings/series/{id}',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'updateBookingSeries',
  summary: 'Change notes, customer or quantity of occurrences of a series',
  description: `Another quantity has to fit everywhere. ${unavailable}`,
  headers: 'If-Match',
  body: updateBody,
  answer: { description: 'The series as it is now', schema: seriesRecord, headers: 'ETag' },
})

export const history = defineCall({
  method: 'GET',
  path: '/bookings/series/{id}/history',
  access: reading,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getBookingSeriesHistory',
  summary: 'What happened to a series, newest first',
  answer: { description: `At most ${maxHistory} entries of the audit log`, schema: z.array(auditEntry) },
})

export const calendarFile = defineCall({
  method: 'GET',
  path: '/bookings/series/{id}/calendar.ics',
  access: reading,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getBookingSeriesCalendar',
  summary: 'A series as an iCalendar file',
  file: 'text/calendar',
  answer: { description: 'The rule, and what differs from it' },
})

const readIndexes = (given: unknown): number[] | null => {
  if (given !== null && !isIndexes(given, 1000)) throw invalidMember('indexes', 'validation.invalid')
  return given
}

export const withIndexes = withMember(
  'indexes',
  indexesSchema(1000, 'Of the occurrences that are meant; all that were skipped unless given'),
  readIndexes,
)
