import { csvText } from '../../../src/declare'
import { type Dimension, isRecord } from '../../../src/reports'
import type { Figures } from './figures'

type Figure = Figures['totals']['figures'][string]

export const csvOf = ({ rows, totals, measures, currency }: Figures, by: readonly Dimension[]): string => {
  const head = [
    ...by.flatMap(name => (isRecord(name) ? [name, `${name}Label`] : [name])),
    ...measures.flatMap(({ key }) => [key, `${key}_previous`, `${key}_change`]),
  ]
  const cellsOf = (figures: Record<string, Figure>) =>
    measures.flatMap(({ key, unit }) => {
      const { value = null, previous = null, change = null } = figures[key] ?? {}
      const cell = (amount: number | null) => (amount === null ? '' : unit === 'money' ? { amount, currency } : amount)
      return [cell(value), cell(previous), change ?? '']
    })
  const lines = by.length === 0 ? [{ by: {}, labels: {}, figures: totals.figures }] : rows
  return csvText([
    head,
    ...lines.map((row: Pick<Figures['rows'][number], 'by' | 'labels' | 'figures'>) => [
      ...by.flatMap(name => [row.by[name] ?? '', ...(isRecord(name) ? [row.labels[name] ?? ''] : [])]),
      ...cellsOf(row.figures),
    ]),
  ])
}
