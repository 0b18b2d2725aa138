import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CsvReader } from '../server/crud/imports/csvReader'
import { createImportQueue } from '../server/crud/imports/importQueue'
import type { Product } from '../server/crud/product'
import { quietShift } from '../server/jobs/jobs'
import type { AnyField, AnyResource, Fields, ImportDeclaration } from '../src/schema'
import { importColumns } from '../src/schema/importColumns'
import { DAY } from '../src/time/instant'
import { openApi, type Person, type TestApi } from './api'
import { randomOf } from './random'
import { recordIn } from './samples'

type Table = readonly (readonly string[])[]

const tableIn = (csv: string): Table => {
  const reader = new CsvReader(',')
  return [...reader.push(csv.replace('\ufeff', '')), ...reader.finish()].map(({ cells }) => cells)
}

const csvOf = (table: Table): string =>
  table.map(cells => `${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')

const strange = [
  ...['', ' ', '\u00a0', '=1+1', "'=x", '＝1', '@home', '-5', '0', '1.234,5', '1,234', '12.50 USD', '40.00 EUR', 'ja'],
  ...['2026-02-30', '2026-03-29 02:30', '31/12/2026', 'two\nlines', '{"a":', 'a; b\\; c', 'ﬁ\u0301', '\u0081'],
]

const keysOf = (resource: AnyResource): readonly (readonly string[])[] =>
  (resource.import as ImportDeclaration<Fields>).keys

let count = 0

const freshCell = (field: AnyField | undefined): string => {
  const number = ++count
  switch (field?.kind) {
    case 'email':
      return `fresh-${number}@example.com`
    case 'phone':
      return `+4930${String(1_000_000 + number)}`
    case 'slug':
      return `fresh-${number}`
    default:
      return `Fresh ${number}`
  }
}

const shifted = (cell: string, random: (below: number) => number): string => {
  const millis = Date.parse(cell)
  return Number.isNaN(millis) ? cell : new Date(millis + (1 + random(40)) * DAY).toISOString()
}

const fileOf = (resource: AnyResource, [headers = [], ...records]: Table, seed: number, rows: number): Table => {
  const { whole } = randomOf(seed)
  const random = (below: number): number => whole() % below
  const columns = importColumns(resource)
  const keys = keysOf(resource)
  const inKeys = new Set(['id', ...keys.flat()])
  const at = (name: string) => headers.indexOf(name)
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const change = (cells: string[]): string[] => {
    const index = random(headers.length)
    const name = headers[index] ?? ''
    if (inKeys.has(name)) return cells
    cells[index] = random(2) === 0 ? pick(strange) : (pick(records)[index] ?? '')
    return cells
  }
  const anew = (): string[] => {
    const cells = [...pick(records)]
    cells[at('id')] = ''
    for (const name of keys.flat()) {
      const field = columns.get(name)
      if (field?.kind !== 'reference') cells[at(name)] = random(3) === 0 && keys.length > 1 ? '' : freshCell(field)
    }
    // At least one key is complete.
    const key = pick(keys)
    for (const name of key) {
      const field = columns.get(name)
      if (field?.kind !== 'reference' && !cells[at(name)]) cells[at(name)] = freshCell(field)
    }
    return cells.map((cell, index) =>
      columns.get(headers[index] ?? '')?.kind === 'instant' ? shifted(cell, random) : cell,
    )
  }
  const table: string[][] = []
  for (let row = 0; row < rows; row++) {
    const kind = random(10)
    if (kind === 0 && table.length > 0) table.push([...pick(table)])
    else {
      const cells = kind < 5 ? [...pick(records)] : anew()
      table.push(random(2) === 0 ? change(cells) : cells)
    }
  }
  return [headers, ...table]
}

export interface ImportOptions {
  /** Files per entity. */
  seeds?: number
  /** Rows per file. */
  rows?: number
}

/**
 * The laws of imports: a check writes nothing and foresees the import exactly, a second import of the same file changes
 * nothing, importing an export changes nothing, and an undo restores what was there.
 */
export const testImports = (product: Product, { seeds = 3, rows = 30 }: ImportOptions = {}): void => {
  const importable = product.resources.filter(each => each.import && each.scope === 'tenant')

  describe.skipIf(importable.length === 0)('files', () => {
    let api: TestApi
    let tenantId: string
    let admin: Person

    beforeAll(async () => {
      api = await openApi({ product, users: null })
    })
    afterAll(() => api.close())

    const send = (method: string, url: string, body?: object) =>
      api.request(url, { method, as: admin, tenantId, ...(body && { body }) })
    const step = async (id: string, name: string) => {
      const { status, body } = await send('POST', `/imports/${id}/${name}`)
      expect({ name, status, body }).toMatchObject({ status: 202 })
      await createImportQueue({ ...api.services, hooks: product.hooks }).work(tenantId, quietShift())
      const after = (await send('GET', `/imports/${id}`)).body
      expect(after).toMatchObject({ failure: null })
      return after
    }
    const outcomesOf = async (resource: AnyResource, id: string) => {
      const columns = importColumns(resource)
      const { body } = await send('GET', `/imports/${id}/rows?perPage=100`)
      return body.map(({ row, outcome, changes, errors, code, notes }: Record<string, unknown>) => ({
        ...{ row, outcome, errors, code, notes },
        // The check's records have other ids and times.
        changes: JSON.stringify(Object.entries(changes as object).filter(([name]) => columns.has(name))).replace(
          /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
          'id',
        ),
      }))
    }
    const exported = async ({ name }: AnyResource): Promise<string> => (await send('GET', `/exports/${name}`)).body
    const stateOf = async () => {
      const { rows: tables } = await api.owner.query<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'
          and table_name not like 'import%' order by 1`,
      )
      const sums = tables.map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from "${name}" t where tenant_id = '${tenantId}'`,
      )
      return (await api.owner.query(sums.join(' union all '))).rows
    }
    const upload = async ({ name }: AnyResource, csv: string) => {
      const bytes = new TextEncoder().encode(csv)
      const { status, body } = await api.request(`/imports?resource=${name}&fileName=${name}.csv`, {
        ...{ method: 'POST', as: admin, tenantId, bytes },
      })
      expect({ status, body }).toMatchObject({ status: 201 })
      const { id, questions } = body
      const answers = { dateFormat: 'dmy', decimal: '.' }
      for (const name of questions) await send('PATCH', `/imports/${id}`, { [name]: answers[name as 'decimal'] })
      return id as string
    }
    const bring = async (resource: AnyResource, csv: string) => {
      const before = await stateOf()
      const id = await upload(resource, csv)
      await step(id, 'check')
      expect(await stateOf()).toEqual(before)
      const foreseen = await outcomesOf(resource, id)
      const done = await step(id, 'start')
      const outcomes = await outcomesOf(resource, id)
      expect(outcomes).toEqual(foreseen)
      return { done, outcomes }
    }

    const cases = importable.flatMap(resource =>
      Array.from({ length: seeds }, (_, seed) => ({ name: resource.name, resource, seed: seed + 1 })),
    )
    test.each(cases)(
      'of $name keep the laws of imports (seed $seed)',
      { timeout: 120_000 },
      async ({ resource, seed }) => {
        tenantId = (await api.addTenant()).id
        admin = await api.addPersonIn(tenantId, 'owner')
        for (let record = 0; record < 3; record++) await recordIn(api, resource, tenantId)
        const before = await exported(resource)
        const file = csvOf(fileOf(resource, tableIn(before), seed, rows))

        const { done, outcomes } = await bring(resource, file)
        const again = await bring(resource, file)
        const isWritten = ({ outcome }: { outcome: string }) => ['create', 'update', 'unchanged'].includes(outcome)
        const twice = again.outcomes.map((each: { outcome: string }, row: number) =>
          isWritten(outcomes[row]) ? each : { outcome: 'unchanged' },
        )
        expect(twice.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged')).toEqual([])
        // A row refused because of another may be right by now.
        if (again.done.counts.create + again.done.counts.update > 0) await step(again.done.id, 'undo')

        const all = await exported(resource)
        const kept = await stateOf()
        const { counts, rowCount } = (await bring(resource, all)).done
        expect(counts).toMatchObject({ unchanged: rowCount })
        const changed = (await stateOf()).filter((each, index) => each.sum !== kept[index]?.sum)
        // Exports and imports are entries themselves.
        expect(changed.map(({ name }) => name)).toEqual(['audit_entries'])

        if (done.counts.create + done.counts.update === 0) return
        await step(done.id, 'undo')
        const idsIn = (csv: string) => tableIn(csv).map(([id]) => id)
        expect(idsIn(await exported(resource))).toEqual(idsIn(before))
        const undone = (await bring(resource, before)).done
        expect(undone.counts).toMatchObject({ unchanged: undone.rowCount })
      },
    )
  })
}
