import { useDisplay } from '../../ui/format/display'
import { formatMoney } from '../../ui/format/money'
import { currencyName } from '../../ui/format/names'
import styles from './kinds.module.css'
import type { CellProps, KindView } from './kindView'

const MoneyCell = ({ value }: CellProps<'money'>) => (
  <span className={styles.number}>{formatMoney(value, useDisplay().locale)}</span>
)

export const money: KindView<'money'> = {
  Cell: MoneyCell,
  align: 'right',
  input: 'money',
  isShort: true,
  range: 'money',
}

const CurrencyCell = ({ value }: CellProps<'currency'>) => currencyName(value, useDisplay().locale)

export const currency: KindView<'currency'> = {
  Cell: CurrencyCell,
  input: 'currency',
  isShort: true,
  filter: 'currency',
}
