import type { AnyResource, RowUse } from '../../src/schema'
import { rowCondition } from '../db/rowRules'
import { type Caller, rowCallerOf } from '../http/identity/caller'
import type { Condition } from './scope'

/** SQL condition: the rules about rows let a caller see or write the row. Null without a limit. */
export const rowsFor = (resource: AnyResource, use: RowUse, caller: Caller): Condition | null =>
  rowCondition(resource, use, rowCallerOf(caller))
