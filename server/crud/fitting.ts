import { sql } from 'kysely'
import { type AnyResource, type Fields, isEmpty, memoize, type ValidationErrors } from '../../src/schema'
import type { Transaction } from '../db/database'
import { all, equals, type Scope } from './scope'

type Values = Readonly<Record<string, unknown>>

interface Narrowed {
  name: string
  target: AnyResource
  where: [theirs: string, mine: string][]
}

const narrowedOf = memoize((resource: AnyResource): readonly Narrowed[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
    field.kind === 'reference' && field.options.where && !field.computed
      ? [{ name, target: field.options.to() as AnyResource, where: Object.entries(field.options.where) }]
      : [],
  ),
)

/** Errors for references to records that the declaration's `where` excludes. */
export const misfits = async (
  db: Transaction,
  { resource, caller }: Pick<Scope, 'resource' | 'caller'>,
  before: Values | null,
  after: Values,
): Promise<ValidationErrors> => {
  const errors: ValidationErrors = {}
  for (const { name, target, where } of narrowedOf(resource)) {
    const isChanged = [name, ...where.map(([, mine]) => mine)].some(field => before?.[field] !== after[field])
    const compared = where.filter(([, mine]) => !isEmpty(after[mine]))
    if (isEmpty(after[name]) || !isChanged || compared.length === 0) continue
    const isThere = all([
      equals(target, 'id', after[name]),
      ...(target.scope === 'tenant' ? [equals(target, 'tenantId', caller.tenant?.id)] : []),
    ])
    const fits = all(compared.map(([theirs, mine]) => equals(target, theirs, after[mine])))
    // The foreign key refuses missing records.
    const { rows } = await sql<{ fits: boolean }>`
      select ${fits} as fits from ${sql.table(target.name)} where ${isThere}`.execute(db)
    if (rows[0] && !rows[0].fits) errors[name] = { key: 'validation.misfit', args: {} }
  }
  return errors
}
