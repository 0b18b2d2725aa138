import { type Dimension, isTime, type MeasureName } from '../../reports'
import { Muted, useDisplay } from '../../show'
import { FigureLink } from './FigureLink'
import type { Figure, Figures, FiguresRow } from './figuresApi'
import { formatFigure, formatKey } from './formatFigure'
import styles from './reports.module.css'
import { unitsOf } from './unitsOf'
import { useText } from './useText'

interface FiguresTableProps {
  figures: Figures
  rows: readonly FiguresRow[]
  measures: readonly MeasureName[]
  by: Dimension
  caption: string
}

export const FiguresTable = ({ figures, rows, measures, by, caption }: FiguresTableProps) => {
  const text = useText()
  const display = useDisplay()
  const { locale } = display
  const shown = unitsOf(figures)
  const cell = (name: MeasureName, figure: Figure | undefined) => (
    <td key={name}>
      {figure && (
        <>
          <FigureLink name={name} figure={figure}>
            {formatFigure(figure.value, shown(name), locale)}
          </FigureLink>
          {Boolean(figure.value || figure.previous) && figures.compare && (
            <Muted as="small">
              {text('reports.before', { before: formatFigure(figure.previous, shown(name), locale) })}
            </Muted>
          )}
        </>
      )}
    </td>
  )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{text(`reports.by.${by}`)}</th>
            {measures.map(name => (
              <th key={name} scope="col">
                {text(`reports.measure.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={String(row.by[by])}>
              <th scope="row">
                {formatKey(by, row, { display, text })}
                {isTime(by) && row.isPartial && <Muted as="small">{text('reports.partial')}</Muted>}
              </th>
              {measures.map(name => cell(name, row.figures[name]))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('reports.total')}</th>
            {measures.map(name => cell(name, figures.totals.figures[name]))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
