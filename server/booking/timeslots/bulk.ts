import type { Message } from '../../../src/schema'
import type { Body } from '../../http/body'
import { type BulkResult, deleteMany, updateMany } from '../../http/crud/bulk'
import type { Scope } from '../../http/crud/scope'
import { isUuid } from '../../http/identity/caller'
import { invalid } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { type Decision, decisionBody } from './settleBookings'

const actions = ['open', 'close', 'cancel', 'delete', 'set_capacity'] as const

interface BulkInput extends Decision {
  ids: readonly string[]
  action: (typeof actions)[number]
  capacity?: unknown
}

/** Some weeks of a busy schedule. */
const maxIds = 5000

const required: Message = { key: 'validation.required', args: {} }

const idsProblem = (ids: unknown): Message | null => {
  if (!Array.isArray(ids) || ids.length === 0) return required
  if (ids.length > maxIds) return { key: 'validation.tooMany', args: { max: maxIds } }
  return ids.every(id => typeof id === 'string' && isUuid(id)) ? null : { key: 'validation.uuid', args: {} }
}

export const bulkBody: Body<BulkInput> = {
  schema: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: maxIds },
      action: { type: 'string', enum: [...actions] },
      capacity: {
        anyOf: [{ type: 'integer', minimum: 1, maximum: 10_000 }, { type: 'null' }],
        description: 'For `set_capacity`; null: the resources decide',
      },
      ...(decisionBody.schema.properties as object),
    },
    required: ['ids', 'action'],
  },
  read: ({ ids, action, capacity, bookings = null, reason = null, ...others }) => {
    const errors: Record<string, Message> = Object.fromEntries(
      Object.keys(others).map(name => [name, { key: 'validation.unknown', args: {} }]),
    )
    const wrongIds = idsProblem(ids)
    if (wrongIds) errors.ids = wrongIds
    const known = actions.find(one => one === action)
    if (!known) errors.action = { key: 'validation.choice', args: { values: actions.join(', ') } }
    if (known === 'set_capacity' && capacity === undefined) errors.capacity = required
    if (!known || Object.keys(errors).length > 0) throw invalid(errors)
    const unique = new Set((ids as readonly string[]).map(id => id.toLowerCase()))
    return { ids: [...unique], action: known, capacity, ...decisionBody.read({ bookings, reason }) }
  },
}

const changesOf = ({ action, capacity }: BulkInput): Record<string, unknown> => {
  if (action === 'set_capacity') return { capacity }
  return { status: { open: 'open', close: 'closed', cancel: 'cancelled', delete: '' }[action] }
}

/** Does the same to many timeslots of a schedule; each is answered for itself. */
export const changeTimeslots = (unit: UnitOfWork, scope: Scope, input: BulkInput): Promise<BulkResult[]> =>
  input.action === 'delete' ? deleteMany(unit, scope, input.ids) : updateMany(unit, scope, input.ids, changesOf(input))
