import { sql } from 'kysely'
import { DAY, HOUR, type Moment, millisOf } from '../../../src/declare'
import {
  type Answers,
  type BookingRequest,
  createEngine,
  type Snapshot,
  type VariantInput,
} from '../../../src/scheduling'
import { invalidField, type MemberCaller, notFound, Problem, type Transaction } from '../../serve'

/** docs/domain.md#limits */
export const maxDays = 62
export const maxSlots = 5000

interface RangeQuery {
  from: Moment
  to: Moment
  timeZone?: string | undefined
}

/** @param days at most */
export const rangeOf = (
  { from, to, timeZone }: RangeQuery,
  { tenant }: Pick<MemberCaller, 'tenant'>,
  days = maxDays,
): { from: number; to: number } => {
  const zone = timeZone ?? tenant.timeZone
  const [start, end] = [millisOf(from, zone), millisOf(to, zone)]
  // Clocks set back make the range an hour longer.
  if (end - start > days * DAY + HOUR) throw invalidField('to', 'validation.rangeTooLong', { max: days })
  return { from: start, to: end }
}

export interface RequestQuery {
  variantId: string
  channelId?: string | undefined
  quantity?: number | undefined
  durationMinutes?: number | undefined
  resourceId?: string | undefined
}

const refuseResource = async (db: Transaction, tenantId: string, resourceId: string): Promise<never> => {
  const { rows } = await sql`select from resources where tenant_id = ${tenantId} and id = ${resourceId}`.execute(db)
  throw rows.length > 0 ? invalidField('resourceId', 'validation.notOnVariant') : notFound('resource')
}

/** @throws Problem `not_found`, or `validation` for a resource that the variant does not take */
export const ask = async (
  db: Transaction,
  tenantId: string,
  snapshot: Snapshot,
  { variantId, channelId, quantity, durationMinutes, resourceId }: RequestQuery,
): Promise<Answers> => {
  const variant = requireVariant(snapshot, variantId)
  if (channelId) requireChannel(snapshot, channelId)
  if (resourceId && !variant.resources.some(one => one.resourceId === resourceId))
    await refuseResource(db, tenantId, resourceId)
  const request: BookingRequest = {
    variantId,
    ...(channelId && { channelId }),
    ...(quantity && { quantity }),
    ...(durationMinutes && { durationMinutes }),
    ...(resourceId && { resourceIds: [resourceId] }),
  }
  return createEngine(snapshot).ask(request)
}

export const requireVariant = ({ variants }: Snapshot, variantId: string): VariantInput => {
  const variant = variants.find(({ id }) => id === variantId)
  if (!variant) throw notFound('variant')
  return variant
}

export const requireChannel = ({ channels = [] }: Snapshot, channelId: string): void => {
  if (!channels.some(({ id }) => id === channelId)) throw notFound('channel')
}

export const requireFewer = <T>(slots: readonly T[]): readonly T[] => {
  if (slots.length <= maxSlots) return slots
  const detail = `That makes ${slots.length} slots, and an answer has at most ${maxSlots}: ask for fewer days.`
  throw new Problem('validation', detail, {
    errors: { to: { key: 'validation.tooManySlots', args: { count: slots.length, max: maxSlots } } },
  })
}
