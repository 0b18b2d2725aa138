import { bookings } from '../../../src/resources/bookings'
import { channels } from '../../../src/resources/channels'
import { customers } from '../../../src/resources/customers'
import { resourcesResource } from '../../../src/resources/resources'
import { variants } from '../../../src/resources/variants'
import {
  choice,
  flag,
  group,
  instant,
  integer,
  longText,
  money,
  type ResourceRef,
  reference,
  references,
} from '../../../src/schema'
import type { Body } from '../../http/body'
import { fieldsBody } from '../../http/fieldsBody'
import { invalidField } from '../../http/problem'
import type { Answers } from './answers'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Limits of one booking (domain §2.16). */
const longestDays = 366
const yearsAhead = 3

const { name, email, phone, locale, timeZone, notes: customerNotes } = customers.fields

const reason = longText({ max: 500 })
const resourceIds = references((): ResourceRef => resourcesResource, { max: 100, help: 'Pinned: these and no others.' })
const override = flag({ help: 'Set rules aside, with a reason; never capacity.' })

const time = {
  startsAt: instant({ required: true }),
  endsAt: instant({ help: 'For variants without a length of their own.' }),
}

const customer = {
  customerId: reference((): ResourceRef => customers),
  customer: group(
    { name, email, phone, locale, timeZone, notes: customerNotes },
    { help: 'Found by e-mail address or telephone number, or made.' },
  ),
}

const details = {
  notes: longText({ max: 5000 }),
  internalNotes: longText({ max: 5000 }),
  total: money({ help: 'Instead of the price, with a reason.' }),
}

const request = {
  variantId: reference((): ResourceRef => variants, { required: true }),
  channelId: reference((): ResourceRef => channels, { help: 'The back office’s unless given.' }),
  quantity: integer({ min: 1, max: 10_000, help: 'The variant’s least unless given.' }),
  resourceIds,
}

/** @throws Problem `validation` for a time that nobody books at */
export const requireTime = ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }, now: number): void => {
  const start = Date.parse(startsAt)
  const most = yearsAhead * 366 * DAY
  if (start % MINUTE !== 0) throw invalidField('startsAt', 'validation.wholeMinutes')
  if (Math.abs(start - now) > most) throw invalidField('startsAt', 'validation.tooFarAway', { max: yearsAhead })
  if (endsAt === null) return
  const length = Date.parse(endsAt) - start
  if (length <= 0) throw invalidField('endsAt', 'validation.notAfterStart')
  if (length % MINUTE !== 0) throw invalidField('endsAt', 'validation.wholeMinutes')
  if (length > longestDays * DAY) throw invalidField('endsAt', 'validation.rangeTooLong', { max: longestDays })
}

type WithAnswers<T> = T & { answers: Answers | null }

/** A body that may also carry the answers to the item's questions. */
const withAnswers = <T>(body: Body<T>): Body<WithAnswers<T>> => ({
  schema: {
    ...body.schema,
    properties: {
      ...(body.schema.properties as object),
      answers: {
        anyOf: [{ type: 'object' }, { type: 'null' }],
        description: 'To the item’s questions, by their keys',
      },
    },
  } as Body<T>['schema'],
  read: ({ answers = null, ...json }) => {
    if (answers !== null && (typeof answers !== 'object' || Array.isArray(answers)))
      throw invalidField('answers', 'validation.invalid')
    return { ...body.read(json), answers: answers as Answers | null }
  },
})

const notify = flag({
  help: 'Tell the customer. No notifications are sent yet, so `true` is refused: nobody is to rely on it.',
})

/** A promise that would not be kept is not taken. */
const sendsNothing = ({ notify: isWanted }: { notify?: boolean }) =>
  isWanted ? { notify: 'validation.notSentYet' } : {}

const needsReason = ({ override: isSet, reason: why }: { override?: boolean; reason?: string | null }) =>
  isSet && !why ? { reason: 'validation.reasonNeeded' } : {}

const onlyOneCustomer = ({ customerId, customer: made }: { customerId?: string | null; customer?: unknown }) =>
  customerId && made ? { customer: 'validation.customerGivenTwice' } : {}

export const createBody = withAnswers(
  fieldsBody(
    {
      ...request,
      ...time,
      ...customer,
      ...details,
      paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], { help: 'Follows from the total.' }),
      hold: flag({ help: 'Keep the place for some minutes; the customer may follow.' }),
      override,
      reason,
      notify,
    },
    body => ({ ...needsReason(body), ...onlyOneCustomer(body), ...sendsNothing(body) }),
  ),
)
export type CreateInput = ReturnType<typeof createBody.read>

export const quoteBody = fieldsBody({
  ...request,
  ...time,
  customerId: customer.customerId,
  exceptBookingId: reference((): ResourceRef => bookings, {
    help: 'The hold or booking that this is about: it is not in its own way.',
  }),
})
export type QuoteInput = ReturnType<typeof quoteBody.read>

export const confirmBody = withAnswers(
  fieldsBody({ ...customer, ...details, override, reason, notify }, body => ({
    ...needsReason(body),
    ...onlyOneCustomer(body),
    ...sendsNothing(body),
  })),
)
export type ConfirmInput = ReturnType<typeof confirmBody.read>

export const reasonBody = fieldsBody({ reason, notify }, sendsNothing)

export const cancelBody = fieldsBody(
  {
    reason,
    by: choice(['staff', 'customer', 'system'], { default: 'staff', help: 'Who wants it.' }),
    notify,
  },
  sendsNothing,
)

export const rescheduleBody = fieldsBody(
  {
    ...time,
    resourceIds,
    anyResource: flag({ help: 'Any that is free; otherwise it stays where it is.' }),
    reprice: flag({ help: 'Charge what it costs now; otherwise the total stays.' }),
    override,
    reason,
    notify,
  },
  body => ({ ...needsReason(body), ...sendsNothing(body) }),
)
export type RescheduleInput = ReturnType<typeof rescheduleBody.read>

export const reassignBody = fieldsBody({ resourceIds, override, reason, notify }, body => ({
  ...needsReason(body),
  ...sendsNothing(body),
  ...(body.resourceIds.length === 0 && { resourceIds: 'validation.required' }),
}))

export const undoBody = fieldsBody({ undo: flag({ help: 'Take it back.' }), reason, notify }, sendsNothing)

/** A whole booking's changes beside its declared fields. */
export interface PatchInput {
  /** Declared fields, to be checked against the record. */
  fields: Readonly<Record<string, unknown>>
  answers: Answers | null
  reason: string | null
  reprice: boolean
}

const patchExtras = withAnswers(fieldsBody({ reason, reprice: flag({ help: 'Charge what the new quantity costs.' }) }))

/** @param ignored what an answer has beside the declared fields: forms send back whole records */
export const patchBody = (schema: Body<unknown>['schema'], ignored: readonly string[]): Body<PatchInput> => ({
  schema: { allOf: [schema, patchExtras.schema] },
  read: ({ answers, reason: why, reprice, ...json }) => ({
    ...patchExtras.read({
      ...(answers !== undefined && { answers }),
      ...(why !== undefined && { reason: why }),
      ...(reprice !== undefined && { reprice }),
    }),
    fields: Object.fromEntries(Object.entries(json).filter(([key]) => !ignored.includes(key))),
  }),
})
