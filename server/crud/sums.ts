import { sql } from 'kysely'
import { answerSchema, type JsonSchema, type ListSums, listSumsSchema } from '../../src/contract'
import { type AnyResource, fieldOf } from '../../src/schema'
import type { Transaction } from '../db/database'
import { partColumns } from '../db/rows'
import { column, compared } from './columns'
import { all, asSeen, type Condition, requireParents, type Scope, scopeConditions } from './scope'

export const sumsOf = ({ list }: AnyResource): readonly string[] => list.sums ?? []

/** @throws Problem `not_found` for a missing parent */
export const sumList = async (db: Transaction, scope: Scope, narrowing: readonly Condition[]): Promise<ListSums> => {
  const { resource, hooks } = asSeen(scope)
  const where = all([...scopeConditions(scope), ...narrowing])
  const each = sumsOf(resource).map(name => {
    const field = fieldOf(resource, name)
    const [, currencyName] = field?.kind === 'money' ? partColumns(name, field) : []
    const currency = currencyName ? column(resource, currencyName) : sql`null::text`
    // Without `group by`, an empty list would have one row.
    return sql`select ${name}::text as field, ${currency} as currency, sum(${compared(resource, name, hooks)})::text as total
      from ${sql.table(resource.name)} where ${where} and ${compared(resource, name, hooks)} is not null group by 1, 2`
  })
  const rows =
    each.length > 0
      ? (await sql<ListSums['sums'][number]>`${sql.join(each, sql` union all `)} order by 1, 2`.execute(db)).rows
      : []
  await requireParents(db, scope)
  return { sums: rows }
}

export const sumsAnswer: { status: 200; description: string; schema: JsonSchema } = {
  status: 200,
  description: 'A sum for each field, and of amounts for each currency',
  schema: answerSchema(listSumsSchema),
}
