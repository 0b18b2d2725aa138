import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ApiRecord, shapeList } from '../../../src/dataProvider/shapeList'
import { channels } from '../../../src/resources/channels'
import { image } from '../../../src/schema'

const record = fc.record({
  id: fc.uuid(),
  name: fc.stringMatching(/^[a-cA-C ]{0,4}$/),
  code: fc.stringMatching(/^[a-c]{1,3}$/),
  description: fc.option(fc.stringMatching(/^[a-c]{1,3}$/)),
  kind: fc.constantFrom('online', 'phone'),
  isActive: fc.boolean(),
  size: fc.option(fc.integer({ min: 0, max: 5 })),
})
const records = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 30 })
const all = { page: 1, perPage: 1000, filter: {} }

describe('a whole list, shaped in the browser', () => {
  it('is cut into pages that together are the whole, each record once', () => {
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('name', 'size', 'kind', 'isActive'),
        fc.constantFrom('ASC' as const, 'DESC' as const),
        (list, perPage, sort, order) => {
          const pages = Array.from({ length: Math.ceil(list.length / perPage) }, (_, n) =>
            shapeList(channels, list, { page: n + 1, perPage, sort, order, filter: {} }),
          )
          const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
          expect(ids).toEqual(shapeList(channels, list, { ...all, sort, order }).data.map(({ id }) => id))
          expect(new Set(ids)).toEqual(new Set(list.map(({ id }) => id)))
          for (const { total } of pages) expect(total).toBe(list.length)
        },
      ),
    )
  })

  it('is sorted with what is empty as the greatest, as the API does', () => {
    fc.assert(
      fc.property(records, fc.constantFrom('ASC' as const, 'DESC' as const), (list, order) => {
        const sizes = shapeList(channels, list, { ...all, sort: 'size', order }).data.map(
          ({ size }) => size as number | null,
        )
        const rank = (size: number | null) => size ?? 6
        expect(sizes).toEqual([...sizes].sort((a, b) => (order === 'ASC' ? rank(a) - rank(b) : rank(b) - rank(a))))
      }),
    )
  })

  it('finds and filters like a plain look at every record', () => {
    fc.assert(
      fc.property(
        records,
        fc.stringMatching(/^[a-cA-C]{1,2}$/),
        fc.constantFrom('online', 'phone'),
        (list, q, kind) => {
          const { data } = shapeList(channels, list, {
            ...all,
            sort: 'id',
            order: 'ASC',
            q,
            filter: { kind, isActive: false },
          })
          const expected = list.filter(
            each =>
              [each.name, each.code, each.description ?? ''].some(text =>
                text.toLowerCase().includes(q.toLowerCase()),
              ) &&
              each.kind === kind &&
              !each.isActive,
          )
          expect(new Set(data.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
        },
      ),
    )
  })

  it('understands lists of values, ids and ranges', () => {
    const list: ApiRecord[] = [
      { id: 'a', at: '2026-01-01T00:00:00.000Z', tags: ['x'] },
      { id: 'b', at: '2026-01-02T00:00:00.000Z', tags: ['x', 'y'] },
    ]
    const ids = (filter: object) =>
      shapeList(channels, list, { ...all, sort: 'id', order: 'ASC', filter: filter as never }).data.map(({ id }) => id)
    expect(ids({ ids: ['b', 'z'] })).toEqual(['b'])
    expect(ids({ tags: ['y', 'z'] })).toEqual(['b'])
    expect(ids({ atFrom: '2026-01-01T00:00:00.000Z', atTo: '2026-01-02T00:00:00.000Z' })).toEqual(['a'])
  })

  it('tells records with a picture from those without', () => {
    const list: ApiRecord[] = [{ id: 'a', image: { id: 'x' } }, { id: 'b', image: null }, { id: 'c' }]
    const resource = { list: channels.list, fields: { image: image() } }
    const ids = (wanted: unknown) =>
      shapeList(resource, list, { ...all, sort: 'id', order: 'ASC', filter: { image: wanted } }).data.map(
        ({ id }) => id,
      )
    expect(ids('true')).toEqual(['a'])
    expect(ids(false)).toEqual(['b', 'c'])
  })
})
