import * as z from 'zod/mini'
import {
  type Body,
  defineCall,
  described,
  fieldsBody,
  flag,
  group,
  instant,
  integer,
  locales,
  longText,
  minutes,
  param,
  paramMembers,
  type ResourceRef,
  reference,
  required,
  shaped,
  text,
} from '../declare'
import { pageFields } from '../resources/channelPage'
import { customers } from '../resources/customers'
import { variants } from '../resources/variants'
import { readAll, toldLater } from './bodies'
import { moneySchema, withAnswers } from './bookings'
import { personId, withParts, withPartsInPlace } from './publicParts'
import { withPartAnswers } from './visits'

// Customers' calls (docs/booking-page.md). Answers list each field: nothing else leaks.

const tag = 'Booking page'
const access = { who: 'anyone' } as const
const anyText = () => true
const slug = { tenantSlug: anyText }
const token = { ...slug, token: anyText }

const channel = param('text', 'The code of the channel whose page it is; the oldest published one unless given', {
  max: 63,
})

const lang = param('choice', 'The language of texts that the business gave in several', locales)

const nullableText = () => z.nullable(z.string())
const address = shaped<Readonly<Record<string, string | null>> | null>({
  anyOf: [{ type: 'object', additionalProperties: { type: ['string', 'null'] } }, { type: 'null' }],
} as never)

const business = z.object({
  name: z.string(),
  slug: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  locale: z.string(),
  weekStartsOn: z.int(),
  timeFormat: z.enum(['h24', 'h12']),
  logoUrl: described(nullableText(), 'A path at the host of the API'),
  brandColor: nullableText(),
  contactEmail: nullableText(),
  contactPhone: nullableText(),
  contactPhoneText: described(nullableText(), 'The number as people of its country write it'),
  dialing: described(
    z.nullable(z.object({ code: z.string(), trunk: nullableText() })),
    'How a number of the business’s country becomes one of the world: its calling code in place of the trunk prefix',
  ),
  websiteUrl: nullableText(),
  address,
})

const pricingUnit = z.enum(['per_booking', 'per_unit', 'per_hour', 'per_day'])
const countedIn = described(
  z.enum(['people', 'pieces']),
  'What a quantity counts: pieces of a pool of equipment, or people',
)

const unit = described(
  z.nullable(z.enum(['room', 'chair', 'court', 'boat', 'car'])),
  'What each of its resources is, by the icon of their types; null where they differ or have another',
)

const takesWhole = described(z.boolean(), 'One booking takes a whole room, court or person, whatever its quantity')

const canBePart = described(z.boolean(), 'It has a variant that lasts no days, and can be part of a visit')

const itemHead = {
  slug: z.string(),
  name: z.string(),
  description: nullableText(),
  imageUrl: described(nullableText(), 'A path at the host of the API'),
  category: nullableText(),
  fromPrice: z.nullable(moneySchema),
  fromPricingUnit: described(z.nullable(pricingUnit), 'What the lowest price is for'),
  countedIn,
  takesWhole,
  variantCount: z.int(),
  canBePart,
}

export const page = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}',
  params: slug,
  access,
  tag,
  operationId: 'getBookingPage',
  summary: 'What a business offers online',
  query: { channel, lang },
  answer: {
    description: 'The business, its page, and its items',
    schema: z.object({
      tenant: business,
      channel: z.object({
        code: z.string(),
        pageTitle: nullableText(),
        pageIntro: nullableText(),
        pagePolicy: nullableText(),
        requiredFields: z.array(z.enum(['email', 'phone', 'notes'])),
        redirectUrl: described(nullableText(), 'Where customers go on to once they have booked'),
        isIndexable: z.boolean(),
      }),
      items: z.array(z.object(itemHead)),
    }),
  },
})

const questionSchema = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'textarea', 'number', 'select', 'checkbox', 'date']),
  required: z.boolean(),
  options: z.array(z.string()),
  optionLabels: described(z.array(z.string()), 'What the options are called, in their order'),
})

const people = described(
  z.array(z.object({ id: z.uuid(), name: z.string(), imageUrl: nullableText() })),
  'Who can be asked for by name; empty where nobody can',
)

export const item = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/items/{itemSlug}',
  params: { ...slug, itemSlug: anyText },
  access,
  tag,
  operationId: 'getPublicItem',
  summary: 'One item with its variants and questions',
  query: { channel, lang },
  answer: {
    description: 'The item',
    schema: z.object({
      ...itemHead,
      questions: z.array(questionSchema),
      variants: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          durationType: z.enum(['fixed', 'flexible', 'daily']),
          durationMinutes: described(z.int(), 'Of a variant with a length of its own'),
          minDurationMinutes: described(z.int(), 'The shortest; of a daily one 1440 for each day'),
          maxDurationMinutes: z.int(),
          durationStepMinutes: z.int(),
          minQuantity: z.int(),
          maxQuantity: z.int(),
          price: moneySchema,
          pricingUnit,
          countedIn,
          unit,
          takesWhole,
          requiresApproval: described(z.boolean(), 'Of the variant or its channel; a hold says it of rules as well'),
          waitlistEnabled: z.boolean(),
          cancellationNoticeMinutes: described(z.nullable(z.int()), 'The strictest that may count'),
          people,
        }),
      ),
    }),
  },
})

const slotSchema = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  status: z.enum(['available', 'limited', 'full']),
  remaining: described(
    z.optional(z.int()),
    'Where the page shows it: places or pieces; of a variant that takes whole resources, how many bookings',
  ),
  price: described(moneySchema, 'Of the whole booking'),
})

const question = {
  variantId: required(param('id', 'What is to be booked')),
  quantity: param('integer', 'Units or persons; the least unless given', { min: 1, max: 10_000, absent: undefined }),
  fresh: param('text', 'Anything that was not sent before: the answer is not one from before this question', {
    max: 64,
  }),
  durationMinutes: param('integer', 'Length of a flexible booking; of a daily one 1440 for each day', {
    min: 1,
    max: 527_040,
    absent: undefined,
  }),
  personId: param('id', 'Only times of this person, one of the variant’s `people`'),
  channel,
}

export const slots = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/availability',
  params: slug,
  access,
  tag,
  operationId: 'listPublicSlots',
  summary: 'The times at which a variant starts, free or full',
  query: {
    ...question,
    from: required(param('moment', 'From when')),
    to: required(param('moment', 'Until when, excluded; at most 31 days later')),
  },
  answer: { description: 'The times, in order', schema: z.array(slotSchema) },
})

export const days = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/availability/days',
  params: slug,
  access,
  tag,
  operationId: 'listPublicDays',
  summary: 'How free each day of a month is',
  query: { ...question, month: required(param('month', 'The month, in the business’s zone')) },
  answer: {
    description: 'The days of the month',
    schema: z.array(
      z.object({
        date: z.iso.date(),
        status: z.enum(['available', 'limited', 'full', 'unavailable']),
        slotCount: z.int(),
      }),
    ),
  },
})

export const nextDay = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/availability/next',
  params: slug,
  access,
  tag,
  operationId: 'getNextPublicDay',
  summary: 'The next day on which a variant is free, within a year',
  query: { ...question, after: required(param('date', 'The day before the first one that may be it')) },
  answer: {
    description: 'The day, in the business’s zone',
    schema: z.object({ date: described(z.nullable(z.iso.date()), 'Null where nothing is free') }),
  },
})

export const challenge = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/challenges',
  params: slug,
  access,
  tag,
  operationId: 'createChallenge',
  summary: 'What a browser has to work out before it holds a place or joins the waitlist',
  description:
    'Find a `nonce` so that SHA-256 of `{challenge}:{nonce}` begins with so many zero bits. A challenge counts once.',
  query: { channel },
  body: fieldsBody({}),
  answer: {
    status: 201,
    description: 'The challenge',
    schema: z.object({ challenge: z.string(), bits: z.int(), expiresAt: z.iso.datetime() }),
  },
})

const visitSlotSchema = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  total: moneySchema,
  parts: described(
    z.array(
      z.object({
        startsAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
        personId: described(z.nullable(z.uuid()), 'Who does it, of those who can be asked for'),
        total: moneySchema,
      }),
    ),
    'In the order of the question',
  ),
})

const visitRange = paramMembers({
  from: required(param('moment', 'From when')),
  to: required(param('moment', 'Until when, excluded; at most 31 days later')),
})
const sameStaff = flag({ help: 'One person is in all of a guest’s parts that take a person.' })
const visitQuestion = fieldsBody({ sameStaff })
type VisitRange = ReturnType<typeof visitRange.read>

const visitTimesBody: Body<
  VisitRange & ReturnType<typeof visitQuestion.read>,
  { readonly from: string; readonly to: string } & NonNullable<typeof visitQuestion.given>
> = {
  schema: {
    ...visitQuestion.schema,
    properties: { ...visitRange.properties, ...(visitQuestion.schema.properties as object) },
    required: visitRange.required,
  },
  read: ({ from, to, ...json }) => {
    const { span, others } = readAll({
      span: () => visitRange.read({ from, to }),
      others: () => visitQuestion.read(json),
    })
    return { ...span, ...others }
  },
}

export const visitSlots = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/availability/visits',
  params: slug,
  access,
  tag,
  operationId: 'listPublicVisitSlots',
  summary: 'The times at which several variants can be booked together',
  query: { channel, fresh: question.fresh },
  body: withParts(visitTimesBody),
  answer: {
    description: 'The best plan of each start in the range, in order',
    schema: z.object({ slots: z.array(visitSlotSchema) }),
  },
})

const solved = { challenge: text({ required: true, max: 200 }), nonce: text({ required: true, max: 64 }) }
const variantId = reference((): ResourceRef => variants, { required: true })
const quantity = integer({ min: 1, max: 10_000 })

const place = {
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  timeZone: z.string(),
  quantity: z.int(),
  total: moneySchema,
}

const requiresApproval = described(z.boolean(), 'Once booked it waits for approval, as far as is known now')

const taken = 'Answers 409 `slot_unavailable` with the three nearest `alternatives` when the time cannot be had.'

export const hold = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/holds',
  params: slug,
  access,
  tag,
  operationId: 'createPublicHold',
  summary: 'Keep a place while somebody says who they are',
  description: `${taken} Send the same \`Idempotency-Key\` for each try with one challenge: with the same body, it answers the same hold, also when the challenge is over.`,
  query: { channel },
  body: withPartsInPlace(
    fieldsBody({
      variantId: reference((): ResourceRef => variants, { help: 'Or `parts`.' }),
      startsAt: instant({ required: true }),
      endsAt: instant(),
      quantity,
      personId,
      sameStaff,
      ...solved,
    }),
    ['variantId', 'endsAt', 'quantity', 'personId'],
  ),
  answer: {
    status: 201,
    description: 'The hold',
    schema: z.object({ holdToken: z.string(), ...place, expiresAt: z.iso.datetime(), requiresApproval }),
  },
})

const asked = {
  title: z.string(),
  questions: z.array(questionSchema),
  expiresAt: z.iso.datetime(),
  requiresApproval,
  status: described(z.enum(['open', 'over', 'taken', 'cancelled']), 'Over: it ran out. Taken: it is a booking now'),
  personName: described(z.nullable(z.string()), 'With whom, where that is shown'),
  manageToken: described(z.nullable(z.string()), 'By which the booking that it became is managed'),
}

const heldParts = described(
  z.array(
    z.object({
      title: z.string(),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      questions: z.array(questionSchema),
      personName: asked.personName,
      total: moneySchema,
      status: described(asked.status, 'As of the hold; a part that is cancelled asks nothing'),
    }),
  ),
  'Of a visit, by their index, with their own questions; empty for a single booking',
)

export const heldPlace = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/holds/{token}',
  params: token,
  access,
  tag,
  operationId: 'getPublicHold',
  summary: 'What is held, and what has to be said to book it',
  query: { lang },
  answer: {
    description: 'The hold',
    schema: z.object({
      ...place,
      ...asked,
      parts: heldParts,
      pagePolicy: nullableText(),
      requiredFields: z.array(z.enum(pageFields.requiredFields.options.values as ['email', 'phone', 'notes'])),
      knowsCustomer: described(z.boolean(), 'It is held for somebody, who need not say who they are'),
      canExtend: z.boolean(),
    }),
  },
})

const untilWhen = { description: 'Until when it is kept', schema: z.object({ expiresAt: z.iso.datetime() }) }

export const extendHold = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/holds/{token}/extend',
  params: token,
  access,
  tag,
  operationId: 'extendPublicHold',
  summary: 'Keep the place longer; once',
  body: fieldsBody({}),
  answer: untilWhen,
})

export const leaveHold = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/holds/{token}/leave',
  params: token,
  access,
  tag,
  operationId: 'leavePublicHold',
  summary: 'Keep the place for another minute at most, since its page was closed or is reloaded',
  description: 'Changes nothing once somebody has said who they are, or the hold is over.',
  body: fieldsBody({}),
  answer: untilWhen,
})

export const returnToHold = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/holds/{token}/return',
  params: token,
  access,
  tag,
  operationId: 'returnToPublicHold',
  summary: 'Keep a place that was left for as long as before',
  description: 'Changes nothing when it was not left, or the hold is over.',
  body: fieldsBody({}),
  answer: untilWhen,
})

export const release = defineCall({
  method: 'DELETE',
  path: '/public/{tenantSlug}/holds/{token}',
  params: token,
  access,
  tag,
  operationId: 'releasePublicHold',
  summary: 'Give the place back',
  answer: { status: 204, description: 'It is free' },
})

const booked = {
  reference: z.string(),
  status: z.enum(['held', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired']),
  title: z.string(),
  ...place,
}

const confirmed = z.object({ ...booked, manageToken: z.string(), manageUrl: z.string() })

const { name, email, phone, locale, timeZone } = customers.fields
/** The page asks for the name anyway. */
const person = { name: text({ max: name.options.max, label: 'Name' }), email, phone, locale, timeZone }

export const confirm = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/holds/{token}/confirm',
  params: token,
  access,
  tag,
  operationId: 'confirmPublicHold',
  summary: 'Book what is held',
  description: `A hold that ran out can be booked as long as nobody took its place. ${taken} Send the same \`Idempotency-Key\` for each try of one booking, which makes a retry safe.`,
  body: toldLater(
    withPartAnswers(
      withAnswers(
        fieldsBody({
          customer: group(person, {
            help: 'Who books, with a name; not needed where the place is held for somebody.',
          }),
          notes: longText({ max: 5000 }),
          acceptsPolicy: flag({ help: 'The terms of the page.' }),
          website: text({ help: 'Left empty by people.' }),
        }),
      ),
    ),
  ),
  answer: { status: 201, description: 'The booking', schema: confirmed },
})

const managed = z.object({
  ...booked,
  name: described(nullableText(), 'As it was given with this booking'),
  isMailed: described(
    z.boolean(),
    'A mail says to whoever booked that it is booked, or requested: it went out, or will',
  ),
  canCancel: z.boolean(),
  canReschedule: z.boolean(),
  latestChangeAt: z.iso.datetime(),
  variantId: z.uuid(),
  isFlexible: described(z.boolean(), 'Its length was chosen: moving it says its end'),
  people,
  personId: described(z.nullable(z.uuid()), 'Which of them it is with'),
  parts: described(
    z.array(
      z.object({
        index: z.int(),
        title: z.string(),
        startsAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
        status: booked.status,
        variantId: z.uuid(),
        quantity: z.int(),
        durationMinutes: described(z.nullable(z.int()), 'Of one whose length was chosen'),
        guest: z.int(),
        personId: described(z.nullable(z.uuid()), 'Who does it, of those who can be asked for'),
        personName: nullableText(),
        total: moneySchema,
        canCancel: z.boolean(),
      }),
    ),
    'Of a visit, by their index; empty for a single booking',
  ),
  sameStaff: z.boolean(),
  channel: nullableText(),
  contact: z.object({ name: z.string(), email: nullableText(), phone: nullableText() }),
})

export const manage = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/bookings/{token}',
  params: token,
  access,
  tag,
  operationId: 'getPublicBooking',
  summary: 'A booking, for whoever has its link',
  query: { lang },
  answer: { description: 'The booking', schema: managed },
})

export const managedCalendar = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/bookings/{token}/calendar.ics',
  params: token,
  access,
  tag,
  operationId: 'getPublicBookingCalendar',
  summary: 'The booking as an iCalendar file',
  file: 'text/calendar',
  answer: { description: 'One event' },
})

const within = 'Only within the notice; later it is 409 `too_late` with `latestAt`.'

export const cancel = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/bookings/{token}/cancel',
  params: token,
  access,
  tag,
  operationId: 'cancelPublicBooking',
  summary: 'Cancel a booking',
  description: within,
  body: fieldsBody({
    reason: longText({ max: 500 }),
    part: integer({ min: 0, help: 'Of a visit: the index of the part that is meant; all unless given.' }),
  }),
  answer: { description: 'The booking as it is now', schema: managed },
})

export const reschedule = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/bookings/{token}/reschedule',
  params: token,
  access,
  tag,
  operationId: 'reschedulePublicBooking',
  summary: 'Move a booking, or all parts of a visit',
  description: `${within} ${taken}`,
  body: fieldsBody({
    startsAt: instant({ required: true }),
    endsAt: instant(),
    personId,
    anyPerson: flag({ help: 'Of a visit: with anybody; otherwise with the people whom customers see, as before.' }),
  }),
  answer: { description: 'The booking as it is now', schema: managed },
})

export const joinWaitlist = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/waitlist',
  params: slug,
  access,
  tag,
  operationId: 'joinWaitlist',
  summary: 'Wait for a place',
  query: { channel },
  body: toldLater(
    fieldsBody({
      variantId,
      windowStart: instant({ required: true }),
      windowEnd: instant({ required: true }),
      quantity,
      durationMinutes: minutes({ min: 5, max: 527_040, help: 'The shortest unless given.' }),
      customer: group(person, { help: 'Who waits: a name, and an address or a number.' }),
      ...solved,
    }),
  ),
  answer: {
    status: 201,
    description: 'The same for everybody',
    schema: z.object({ id: z.null(), status: z.literal('waiting') }),
  },
})

export const offer = defineCall({
  method: 'GET',
  path: '/public/{tenantSlug}/offers/{token}',
  params: token,
  access,
  tag,
  operationId: 'getPublicOffer',
  summary: 'A place that is offered to somebody who waits',
  query: { lang },
  answer: { description: 'The offer', schema: z.object({ ...place, ...asked }) },
})

export const acceptOffer = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/offers/{token}/accept',
  params: token,
  access,
  tag,
  operationId: 'acceptPublicOffer',
  summary: 'Book the place that is offered',
  description: 'An offer that ran out, or whose place is taken, is 409 `slot_unavailable`.',
  body: withAnswers(fieldsBody({})),
  answer: { description: 'The booking', schema: confirmed },
})

export const declineOffer = defineCall({
  method: 'POST',
  path: '/public/{tenantSlug}/offers/{token}/decline',
  params: token,
  access,
  tag,
  operationId: 'declinePublicOffer',
  summary: 'Leave the place to others',
  body: fieldsBody({ leave: flag({ help: 'Leave the waitlist as well.' }) }),
  answer: { description: 'What becomes of the wish', schema: z.object({ status: z.enum(['waiting', 'cancelled']) }) },
})
