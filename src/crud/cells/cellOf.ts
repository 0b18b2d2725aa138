import type { ComponentType } from 'react'
import type { AnyField, AnyResource } from '../../schema'
import { fieldOverridesOf } from '../fieldOverrides'
import type { CellProps, Cells } from '../kinds'
import { ChoiceCell } from './ChoiceCell'
import { ColorCell } from './ColorCell'
import { CurrencyCell } from './CurrencyCell'
import { EmailCell } from './EmailCell'
import { FlagCell } from './FlagCell'
import { InstantCell } from './InstantCell'
import { LocalDateCell } from './LocalDateCell'
import { LocaleCell } from './LocaleCell'
import { LocalTimeCell } from './LocalTimeCell'
import { LongTextCell } from './LongTextCell'
import { MinutesCell } from './MinutesCell'
import { MoneyCell } from './MoneyCell'
import { NumberCell } from './NumberCell'
import { PhoneCell } from './PhoneCell'
import { ReferenceCell } from './ReferenceCell'
import { SlugCell } from './SlugCell'
import { TagsCell } from './TagsCell'
import { TextCell } from './TextCell'
import { TimeZoneCell } from './TimeZoneCell'
import { UrlCell } from './UrlCell'
import { WeekdayCell } from './WeekdayCell'

const cells: Cells = {
  text: TextCell,
  longText: LongTextCell,
  email: EmailCell,
  phone: PhoneCell,
  url: UrlCell,
  slug: SlugCell,
  color: ColorCell,
  choice: ChoiceCell,
  flag: FlagCell,
  integer: NumberCell,
  minutes: MinutesCell,
  weekday: WeekdayCell,
  money: MoneyCell,
  currency: CurrencyCell,
  timezone: TimeZoneCell,
  locale: LocaleCell,
  localDate: LocalDateCell,
  localTime: LocalTimeCell,
  instant: InstantCell,
  tags: TagsCell,
  reference: ReferenceCell,
  count: NumberCell,
}

/** What shows a field: the override of this resource, else its kind's cell. */
export const cellOf = (resource: AnyResource, name: string, field: AnyField): ComponentType<CellProps> =>
  fieldOverridesOf(resource).cells?.[name] ?? (cells[field.kind] as ComponentType<CellProps>)
