import type { AnyResource } from '../schema'
import { sameValue } from '../schema'

export interface ListRequest {
  page: number
  perPage: number
  sort: string
  order: 'ASC' | 'DESC'
  q?: string | undefined
  filter: Readonly<Record<string, unknown>>
}

export type ApiRecord = Record<string, unknown> & { id: string }

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Nulls last; money by its amount; text as people sort it. */
const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  if (typeof a === 'object' && typeof b === 'object' && 'amount' in a && 'amount' in b)
    return Number(a.amount) - Number(b.amount)
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return Number(a) - Number(b)
}

const rangePattern = /^(.+)(From|To)$/

/** Equality with one of the wanted values, or a range over instants and dates: `startsAtFrom` included, `startsAtTo` not. */
const matches = (record: ApiRecord, name: string, wanted: unknown): boolean => {
  if (wanted === null || wanted === undefined || wanted === '') return true
  if (name === 'ids') return (wanted as readonly string[]).includes(record.id)
  const [, base, side] = (name in record ? null : rangePattern.exec(name)) ?? []
  if (base) {
    const value = String(record[base] ?? '')
    return value !== '' && (side === 'From' ? value >= String(wanted) : value < String(wanted))
  }
  const values = Array.isArray(wanted) ? wanted : [wanted]
  const own = record[name]
  return values.some(value => (Array.isArray(own) ? own.includes(value) : sameValue(own, value)))
}

/**
 * One page of a whole list, searched, filtered and sorted as the product API would do it: for APIs that answer all records
 * at once (without X-Total-Count).
 */
export const shapeList = (
  { list: { search = [] } }: Pick<AnyResource, 'list'>,
  records: readonly ApiRecord[],
  { page, perPage, sort, order, q, filter }: ListRequest,
): { data: ApiRecord[]; total: number } => {
  const text = q?.trim().toLowerCase()
  const found = records.filter(
    record =>
      (!text ||
        search.some((name: string) =>
          String(record[name] ?? '')
            .toLowerCase()
            .includes(text),
        )) &&
      Object.entries(filter).every(([name, wanted]) => matches(record, name, wanted)),
  )
  const direction = order === 'ASC' ? 1 : -1
  const isNull = (record: ApiRecord) => record[sort] === null || record[sort] === undefined
  found.sort((a, b) => {
    const byValue = isNull(a) || isNull(b) ? compare(a[sort], b[sort]) : direction * compare(a[sort], b[sort])
    return byValue || compare(a.id, b.id)
  })
  return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length }
}
