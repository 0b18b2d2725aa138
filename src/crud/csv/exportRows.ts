import { type DataProvider, downloadCSV, type RaRecord, type SortPayload } from 'ra-core'
import type { MachineText } from '../../i18n/text'
import { type AnyResource, allFields, type Fields, fieldOf, kebabCase, unitOf } from '../../schema'
import { type CsvCell, csvText } from '../../schema/csvText'
import { formatNumber } from '../../ui/format/numbers'
import { recordName } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { type CsvContext, csvCell, nameKey } from './csvCells'
import { maxRows } from './maxRows'

/** The API's limit. */
const perPage = 100

export interface ListRequest {
  dataProvider: Pick<DataProvider, 'getList' | 'getMany'>
  resource: AnyResource
  sort: SortPayload
  filter: Readonly<Record<string, unknown>>
  meta?: unknown
  signal: AbortSignal
}

export interface ExportRequest extends ListRequest {
  columns: readonly string[]
  context: Omit<CsvContext, 'names'>
  onProgress: (done: number, total: number) => void
}

const addNames = async (
  { dataProvider, signal }: ExportRequest,
  fields: Fields,
  records: readonly RaRecord[],
  names: Map<string, string>,
): Promise<void> => {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue
    const target = field.options.to() as AnyResource
    const ids = Array.from(new Set(records.flatMap(record => record[name]))).filter(
      (id): id is string => typeof id === 'string' && !names.has(nameKey(target.name, id)),
    )
    if (ids.length === 0) continue
    const { data } = await dataProvider.getMany(target.name, { ids, signal }).catch(() => ({ data: [] as RaRecord[] }))
    for (const record of data) names.set(nameKey(target.name, String(record.id)), recordName(target, record))
  }
}

/**
 * @param most records; exceeded by up to a page
 * @throws what the data provider throws, or an AbortError
 */
export async function* pagesOf(
  { dataProvider, resource, sort, filter, meta, signal }: ListRequest,
  most: number,
): AsyncGenerator<{ records: RaRecord[]; total: number }> {
  let read = 0
  let total = Number.POSITIVE_INFINITY
  for (let page = 1; read < Math.min(total, most); page++) {
    const pagination = { page, perPage }
    const answer = await dataProvider.getList(resource.name, { pagination, sort, filter, meta, signal })
    signal.throwIfAborted()
    total = answer.total ?? 0
    if (answer.data.length === 0) return
    read += answer.data.length
    yield { records: answer.data, total }
  }
}

/**
 * @returns `isWhole` is false above `maxRows`
 * @throws what the data provider throws, or an AbortError
 */
const exportRows = async (request: ExportRequest): Promise<{ rows: CsvCell[][]; isWhole: boolean }> => {
  const { resource, columns, context, onProgress } = request
  const all = allFields(resource)
  const fields = Object.fromEntries(columns.flatMap(name => (all[name] ? [[name, all[name]]] : [])))
  const names = new Map<string, string>()
  const rows: CsvCell[][] = []
  let whole = 0
  for await (const { records, total } of pagesOf(request, maxRows)) {
    whole = total
    await addNames(request, fields, records, names)
    for (const record of records) {
      rows.push(
        Object.entries(fields).map(([name, field]) =>
          csvCell(resource, name, field, record[name], { ...context, names }),
        ),
      )
    }
    onProgress(rows.length, Math.min(total, maxRows))
  }
  return { rows, isWhole: rows.length >= whole || rows.length < maxRows }
}

const headRow = (resource: AnyResource, columns: readonly string[], text: MachineText): string[] =>
  columns.map(name => {
    const keys = resourceKeys(resource)
    const field = fieldOf(resource, name)
    const unit = field && unitOf(field)
    const label = text(keys.field(name))
    return unit ? `${label} (${text(keys.unit(name), { _: unit })})` : label
  })

/** @param onLimited hears how many rows were left out */
export const exportList = async ({
  onLimited,
  ...request
}: ExportRequest & { onLimited: (told: string) => void }): Promise<void> => {
  const { resource, columns, context } = request
  const { rows, isWhole } = await exportRows(request)
  const file = `${kebabCase(resource.name)}-${new Date().toLocaleDateString('sv')}`
  downloadCSV(csvText([headRow(resource, columns, context.text), ...rows]), file)
  if (!isWhole) onLimited(context.text('crud.export.limited', { count: formatNumber(maxRows, context.locale) }))
}
