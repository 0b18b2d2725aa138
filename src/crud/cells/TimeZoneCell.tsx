import { timeZoneLabel } from '../format/timeZones'
import type { CellProps } from '../kinds'

export const TimeZoneCell = ({ value }: CellProps<'timezone'>) => timeZoneLabel(value)
