import type { calls } from '../../../../src/calls'
import type { BulkResult } from '../../../../src/declare'
import { deleteMany, type RequestOf, type Scope, type UnitOfWork, updateMany } from '../../../serve'

type BulkInput = RequestOf<typeof calls.schedules.changeTimeslots>['body']

const changesOf = ({ action, capacity }: BulkInput): Record<string, unknown> => {
  if (action === 'set_capacity') return { capacity }
  return { status: { open: 'open', close: 'closed', cancel: 'cancelled', delete: '' }[action] }
}

export const changeTimeslots = (unit: UnitOfWork, scope: Scope, input: BulkInput): Promise<BulkResult[]> =>
  input.action === 'delete' ? deleteMany(unit, scope, input.ids) : updateMany(unit, scope, input.ids, changesOf(input))
