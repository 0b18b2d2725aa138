import { useDisplay } from '../format/display'
import { currencyName } from '../format/names'
import type { CellProps } from '../kinds'

export const CurrencyCell = ({ value }: CellProps<'currency'>) => currencyName(value, useDisplay().locale)
