import { type Answers, type BookingRequest, prepare, type Snapshot, type VariantInput } from '../../../src/scheduling'
import { isTimeZone } from '../../../src/schema'
import { isUuid, type MemberCaller } from '../../http/identity/caller'
import { uuidSchema } from '../../http/openapi/fieldSchema'
import { invalidField, notFound, Problem } from '../../http/problem'
import { InvalidValue, integerParam, type QueryParam, required, textParam } from '../../http/queryParams'
import { type Moment, millisOf, momentParam } from '../momentParam'

/** Limits of one question (domain §2.16). */
export const maxDays = 62
export const maxSlots = 5000

const HOUR = 3_600_000
const DAY = 24 * HOUR

const onlyOne = (values: readonly string[]): string => {
  if (values.length > 1) throw new InvalidValue('validation.invalid')
  return values[0] ?? ''
}

export const idParam = (description: string): QueryParam<string | undefined> => ({
  schema: uuidSchema,
  description,
  read: values => {
    const id = onlyOne(values)
    if (!isUuid(id)) throw new InvalidValue('validation.uuid')
    return id.toLowerCase()
  },
  absent: undefined,
})

export const flagParam = (description: string): QueryParam<boolean> => ({
  schema: { type: 'boolean', default: false },
  description,
  read: values => {
    const text = onlyOne(values)
    if (text !== 'true' && text !== 'false') throw new InvalidValue('validation.flag')
    return text === 'true'
  },
  absent: false,
})

const timeZoneParam: QueryParam<string | undefined> = {
  ...textParam('The zone that bare dates are read in; the tenant’s unless given', { max: 64 }),
  read: values => {
    const name = onlyOne(values)
    if (!isTimeZone(name)) throw new InvalidValue('validation.timeZone')
    return name
  },
}

/** What is to be booked, but for the time. */
export const requestParams = {
  variantId: required(idParam('What is to be booked')),
  channelId: idParam('Through which channel; the back office’s unless given'),
  quantity: integerParam('Units or persons; the variant’s least unless given', {
    min: 1,
    max: 10_000,
    absent: undefined,
  }),
  resourceId: idParam('Only with this one of the variant’s resources'),
}

export const durationParam = integerParam('Length of a flexible booking; of a daily one 1440 for each day', {
  min: 1,
  max: 527_040,
  absent: undefined,
})

/** From when to when, the end excluded. */
export const rangeParams = {
  from: required(momentParam('From when')),
  to: required(momentParam('Until when, excluded')),
  timeZone: timeZoneParam,
}

interface RangeQuery {
  from: Moment
  to: Moment
  timeZone?: string | undefined
}

/**
 * The range of a question in epoch milliseconds.
 * @throws Problem `validation` when it is empty, or longer than `maxDays`
 */
export const rangeOf = ({ from, to, timeZone }: RangeQuery, caller: MemberCaller): { from: number; to: number } => {
  const zone = timeZone ?? caller.tenant.timeZone
  const [start, end] = [millisOf(from, zone), millisOf(to, zone)]
  if (end <= start) throw invalidField('to', 'validation.notAfterStart')
  // Clocks that are set back in the range make it an hour longer.
  if (end - start > maxDays * DAY + HOUR) throw invalidField('to', 'validation.rangeTooLong', { max: maxDays })
  return { from: start, to: end }
}

interface RequestQuery {
  variantId: string
  channelId?: string | undefined
  quantity?: number | undefined
  durationMinutes?: number | undefined
  resourceId?: string | undefined
}

/**
 * Puts a query's request to a snapshot.
 * @throws Problem `not_found` for what the tenant does not have, or the variant cannot take
 */
export const ask = (
  snapshot: Snapshot,
  { variantId, channelId, quantity, durationMinutes, resourceId }: RequestQuery,
): Answers => {
  const variant = requireVariant(snapshot, variantId)
  if (channelId) requireChannel(snapshot, channelId)
  if (resourceId && !variant.resources.some(one => one.resourceId === resourceId))
    throw notFound('resource of this variant')
  const request: BookingRequest = {
    variantId,
    ...(channelId && { channelId }),
    ...(quantity && { quantity }),
    ...(durationMinutes && { durationMinutes }),
    ...(resourceId && { resourceIds: [resourceId] }),
  }
  return prepare(snapshot).ask(request)
}

/** @throws Problem `not_found` */
export const requireVariant = ({ variants }: Snapshot, variantId: string): VariantInput => {
  const variant = variants.find(({ id }) => id === variantId)
  if (!variant) throw notFound('variant')
  return variant
}

/** @throws Problem `not_found` */
export const requireChannel = ({ channels = [] }: Snapshot, channelId: string): void => {
  if (!channels.some(({ id }) => id === channelId)) throw notFound('channel')
}

/** @throws Problem `validation` for an answer that nobody could read */
export const requireFewer = <T>(slots: readonly T[]): readonly T[] => {
  if (slots.length <= maxSlots) return slots
  const detail = `That makes ${slots.length} slots, and an answer has at most ${maxSlots}: ask for fewer days.`
  throw new Problem('validation', detail, {
    errors: { to: { key: 'validation.tooManySlots', args: { count: slots.length, max: maxSlots } } },
  })
}
