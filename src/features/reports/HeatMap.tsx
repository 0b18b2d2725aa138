import type { MeasureName } from '../../reports'
import { useDisplay, weekdayName } from '../../show'
import { FigureLink } from './FigureLink'
import type { Figures } from './figuresApi'
import { formatFigure, formatKey } from './formatFigure'
import styles from './reports.module.css'
import { unitsOf } from './unitsOf'
import { useText } from './useText'

interface HeatMapProps {
  figures: Figures
  measure: MeasureName
  caption: string
}

export const HeatMap = ({ figures, measure, caption }: HeatMapProps) => {
  const text = useText()
  const display = useDisplay()
  const { locale, weekStartsOn } = display
  const shown = unitsOf(figures)(measure)
  const cells = new Map(figures.rows.map(row => [`${row.by.weekday} ${row.by.hour}`, row]))
  const valueAt = (weekday: number, hour: number): number =>
    cells.get(`${weekday} ${hour}`)?.figures[measure]?.value ?? 0
  const weekdays = Array.from({ length: 7 }, (_, index) => ((weekStartsOn + index - 1) % 7) + 1)
  const busy = Array.from({ length: 24 }, (_, hour) => hour).filter(hour =>
    weekdays.some(day => valueAt(day, hour) > 0),
  )
  const [first, last] = [busy[0], busy.at(-1)]
  if (first === undefined || last === undefined) return <p>{text('reports.none')}</p>
  const most = Math.max(...weekdays.flatMap(day => busy.map(hour => valueAt(day, hour))))
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.heat}`}>
        <caption>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{text('reports.by.hour')}</th>
            {weekdays.map(weekday => (
              <th key={weekday} scope="col" abbr={weekdayName(weekday, locale)}>
                {weekdayName(weekday, locale, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: last - first + 1 }, (_, index) => first + index).map(hour => (
            <tr key={hour}>
              <th scope="row">{formatKey('hour', { by: { hour }, labels: {} }, { display, text })}</th>
              {weekdays.map(weekday => {
                const figure = cells.get(`${weekday} ${hour}`)?.figures[measure]
                const share = figure?.value ? 8 + Math.round((figure.value / most) * 47) : 0
                return (
                  <td key={weekday} style={{ '--heat': `${share}%` } as object}>
                    {figure?.value ? (
                      <FigureLink name={measure} figure={figure}>
                        {formatFigure(figure.value, shown, locale)}
                      </FigureLink>
                    ) : (
                      '·'
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
