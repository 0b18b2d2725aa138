import type { Dimension, MeasureName } from '../../reports'
import type { Display } from '../../show'
import type { Figure, Figures, FiguresRow } from './figuresApi'
import { formatFigure, formatKey, formatPart } from './formatFigure'
import type { Preset } from './presets'
import { unitsOf } from './unitsOf'
import type { useText } from './useText'

type Text = ReturnType<typeof useText>

interface Answered {
  preset: Preset
  figures: Figures
  /** `Last week` */
  period: string
  by: readonly Dimension[]
  measure: MeasureName
  isLastYear: boolean
}

const nothing: Figure = { value: null, previous: null, change: null, drill: null }

/** Null for several, unless any will do. */
const peakOf = (rows: readonly FiguresRow[], measure: MeasureName, isAny = false): FiguresRow | null => {
  const amountOf = ({ figures }: FiguresRow): number => figures[measure]?.value ?? 0
  const [first, second] = rows.toSorted((a, b) => amountOf(b) - amountOf(a))
  return first && amountOf(first) > (second && !isAny ? amountOf(second) : 0) ? first : null
}

export const answerOf = (
  { preset, figures, period, by, measure, isLastYear }: Answered,
  text: Text,
  display: Display,
): string => {
  const { locale } = display
  const shown = unitsOf(figures)
  const of = (name: MeasureName): Figure => figures.totals.figures[name] ?? nothing
  const said = (name: MeasureName, { value } = of(name)): string => formatFigure(value, shown(name), locale)
  const [main, second = main] = preset.measures
  const { value, previous, change } = of(main)

  const labelOf = (row: FiguresRow): string =>
    by.map(name => formatKey(name, row, { display, text, isLong: true })).join(', ')

  const saidOfAll = (): string => {
    switch (preset.key) {
      case 'bookings':
        return text('reports.answer.bookings', { smart_count: value ?? 0, value: said(main) })
      case 'revenue':
        return value ? text('reports.answer.revenue', { value: said(main) }) : text('reports.answer.noRevenue')
      case 'utilisation':
        return value === null
          ? text('reports.answer.closed')
          : text('reports.answer.utilisation', { value: said(main) })
      case 'cancellations':
        return text('reports.answer.cancellations', { value: said(main) })
      case 'leadTime':
        return value === null ? text('reports.answer.nothing') : text('reports.answer.leadTime', { value: said(main) })
      case 'customers':
        return text('reports.answer.customers', { smart_count: value ?? 0, value: said(main) })
      case 'refused':
        return text('reports.answer.refused', { smart_count: value ?? 0, value: said(main) })
      case 'hours': {
        const peak = peakOf(figures.rows, measure, true)
        if (!peak) return text('reports.answer.nothing')
        const label = labelOf(peak)
        const most = said(measure, peak.figures[measure])
        return text('reports.answer.hours', {
          label,
          value:
            measure === 'bookings'
              ? text('reports.answer.bookings', { smart_count: peak.figures[measure]?.value ?? 0, value: most })
              : most,
        })
      }
    }
  }

  const compared = (): string | null => {
    if (preset.isHeatMap || previous === null || value === null || !(value || previous)) return null
    const before = said(main, { ...nothing, value: previous })
    if (value === previous) return text(isLastYear ? 'reports.sameAsLastYear' : 'reports.same')
    // A ratio's change reads like a difference.
    if (change === null || shown(main).unit === 'ratio')
      return text(isLastYear ? 'reports.lastYear' : 'reports.before', { before })
    const words = { change: formatPart(change, locale), before }
    if (change > 0) return text(isLastYear ? 'reports.moreThanLastYear' : 'reports.more', words)
    return text(isLastYear ? 'reports.lessThanLastYear' : 'reports.less', words)
  }

  const saidBesides = (): string | false => {
    if (preset.key === 'revenue') return value !== 0 && text('reports.answer.average', { average: said(second) })
    if (preset.key === 'customers') return text('reports.answer.returning', { returning: said(second) })
    if (preset.key !== 'cancellations') return false
    return text('reports.answer.noShows', { rate: said(second), noShows: said('noShows') })
  }

  const peak = preset.isHeatMap || preset.key === 'leadTime' ? null : peakOf(figures.rows, main)
  return [
    text('reports.answer', { period, answer: [saidOfAll(), compared(), saidBesides()].filter(Boolean).join(', ') }),
    peak &&
      figures.rows.length > 1 &&
      text('reports.peak', { label: labelOf(peak), value: said(main, peak.figures[main]) }),
  ]
    .filter(Boolean)
    .join(' ')
}
