import { useDisplay } from '../../ui/format/display'
import { formatMinutes, formatNumber } from '../../ui/format/numbers'
import styles from './kinds.module.css'
import type { CellProps, KindView } from './kindView'
import { laterCell } from './laterCell'
import { Unit } from './Unit'

/** A number in a list, its digits aligned with those above. */
export const NumberCell = ({ value }: Pick<CellProps<'integer'>, 'value'>) => (
  <span className={styles.number}>{formatNumber(value, useDisplay().locale)}</span>
)

const MinutesCell = ({ value }: CellProps<'minutes'>) => (
  <span className={styles.number}>{formatMinutes(value, useDisplay().locale)}</span>
)

const IntegerCell = ({ value, ...props }: CellProps<'integer'>) => {
  const { locale } = useDisplay()
  return (
    <span className={styles.number}>
      {formatNumber(value, locale)}
      <Unit {...props} />
    </span>
  )
}

export const integer: KindView<'integer'> = {
  Cell: IntegerCell,
  align: 'right',
  input: 'integer',
  isShort: true,
  range: 'whole',
}

const IntegersCell = ({ value }: CellProps<'integers'>) => <>{value.join(', ')}</>

export const integers: KindView<'integers'> = { Cell: IntegersCell, input: 'integers' }

export const minutes: KindView<'minutes'> = {
  Cell: MinutesCell,
  align: 'right',
  input: 'minutes',
  isShort: true,
  range: 'whole',
}

/** The server counts. */
export const count: KindView<'count'> = { Cell: NumberCell, align: 'right', input: 'none', range: 'whole' }

/** Accepts a decimal comma. */
const withPoint = (typed: string): string | null => typed.trim().replace(',', '.') || null

export const decimal: KindView<'decimal'> = {
  Cell: laterCell(async () => (await import('./laterCells')).DecimalCell),
  align: 'right',
  input: { line: { inputMode: 'decimal', parse: withPoint } },
  isShort: true,
  range: 'decimal',
}

export const percent: KindView<'percent'> = {
  Cell: laterCell(async () => (await import('./laterCells')).PercentCell),
  align: 'right',
  input: { line: { inputMode: 'decimal', parse: withPoint, unit: '%' } },
  isShort: true,
  range: 'decimal',
}
