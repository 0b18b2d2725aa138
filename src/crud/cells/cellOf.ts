import type { ComponentType } from 'react'
import type { AnyField } from '../../schema'
import { fieldOverridesOf } from '../fieldOverrides'
import type { CellProps, Cells, FieldOwner } from '../kinds'
import { ChoiceCell } from './ChoiceCell'
import { ColorCell } from './ColorCell'
import { CurrencyCell } from './CurrencyCell'
import { DateOverridesCell } from './DateOverridesCell'
import { EmailCell } from './EmailCell'
import { FlagCell } from './FlagCell'
import { InstantCell } from './InstantCell'
import { ItemsCell } from './ItemsCell'
import { LocalDateCell } from './LocalDateCell'
import { LocaleCell } from './LocaleCell'
import { LocalTimeCell } from './LocalTimeCell'
import { LongTextCell } from './LongTextCell'
import { MinutesCell } from './MinutesCell'
import { MoneyCell } from './MoneyCell'
import { NumberCell } from './NumberCell'
import { PhoneCell } from './PhoneCell'
import { ReferenceCell } from './ReferenceCell'
import { ReferencesCell } from './ReferencesCell'
import { SlugCell } from './SlugCell'
import { StructureCell } from './StructureCell'
import { TagsCell } from './TagsCell'
import { TextCell } from './TextCell'
import { TimeZoneCell } from './TimeZoneCell'
import { TypedCell } from './TypedCell'
import { UrlCell } from './UrlCell'
import { WeekdayCell } from './WeekdayCell'
import { WeekdaysCell } from './WeekdaysCell'
import { WeeklyHoursCell } from './WeeklyHoursCell'

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
  weekdays: WeekdaysCell,
  money: MoneyCell,
  currency: CurrencyCell,
  timezone: TimeZoneCell,
  locale: LocaleCell,
  localDate: LocalDateCell,
  localTime: LocalTimeCell,
  instant: InstantCell,
  tags: TagsCell,
  reference: ReferenceCell,
  references: ReferencesCell,
  weeklyHours: WeeklyHoursCell,
  dateOverrides: DateOverridesCell,
  group: StructureCell,
  items: ItemsCell,
  typed: TypedCell,
  count: NumberCell,
}

/** What shows a field: the override of this resource, else its kind's cell. */
export const cellOf = (resource: FieldOwner, name: string, field: AnyField): ComponentType<CellProps> =>
  fieldOverridesOf(resource).cells?.[name] ?? (cells[field.kind] as ComponentType<CellProps>)
