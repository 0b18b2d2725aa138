import { languageName } from '../format/names'
import type { CellProps } from '../kinds'

export const LocaleCell = ({ value }: CellProps<'locale'>) => <span lang={value}>{languageName(value)}</span>
