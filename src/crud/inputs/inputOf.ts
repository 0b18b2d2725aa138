import { type ComponentType, lazy } from 'react'
import type { AnyField } from '../../schema'
import { fieldOverridesOf } from '../fieldOverrides'
import type { FieldOwner, InputProps, Inputs } from '../kinds'
import { ChoiceInput } from './ChoiceInput'
import { ColorInput } from './ColorInput'
import { EmailInput } from './EmailInput'
import { FlagInput } from './FlagInput'
import { IntegerInput } from './IntegerInput'
import { LocalDateInput } from './LocalDateInput'
import { LocaleInput } from './LocaleInput'
import { LocalTimeInput } from './LocalTimeInput'
import { LongTextInput } from './LongTextInput'
import { MinutesInput } from './MinutesInput'
import { MoneyInput } from './MoneyInput'
import { PhoneInput } from './PhoneInput'
import { SlugInput } from './SlugInput'
import { TextInput } from './TextInput'
import { UrlInput } from './UrlInput'
import { WeekdayInput } from './WeekdayInput'

/** The server counts; nobody types a count. */
const NoInput = () => null

const inputs: Inputs = {
  text: TextInput,
  longText: LongTextInput,
  email: EmailInput,
  phone: PhoneInput,
  url: UrlInput,
  slug: SlugInput,
  color: ColorInput,
  choice: ChoiceInput,
  flag: FlagInput,
  integer: IntegerInput,
  minutes: MinutesInput,
  weekday: WeekdayInput,
  weekdays: lazy(async () => ({ default: (await import('./WeekdaysInput')).WeekdaysInput })),
  money: MoneyInput,
  // What searches as one types is as heavy as the rest of a form.
  currency: lazy(async () => ({ default: (await import('./CurrencyInput')).CurrencyInput })),
  timezone: lazy(async () => ({ default: (await import('./TimeZoneInput')).TimeZoneInput })),
  locale: LocaleInput,
  localDate: LocalDateInput,
  localTime: LocalTimeInput,
  // Time zone arithmetic is heavy, and few forms ask for a moment.
  instant: lazy(async () => ({ default: (await import('./InstantInput')).InstantInput })),
  tags: lazy(async () => ({ default: (await import('./TagsInput')).TagsInput })),
  reference: lazy(async () => ({ default: (await import('./ReferenceInput')).ReferenceInput })),
  references: lazy(async () => ({ default: (await import('./ReferencesInput')).ReferencesInput })),
  weeklyHours: lazy(async () => ({ default: (await import('./hours/WeeklyHoursInput')).WeeklyHoursInput })),
  dateOverrides: lazy(async () => ({ default: (await import('./hours/DateOverridesInput')).DateOverridesInput })),
  group: lazy(async () => ({ default: (await import('./structures/GroupInput')).GroupInput })),
  items: lazy(async () => ({ default: (await import('./structures/ItemsInput')).ItemsInput })),
  typed: lazy(async () => ({ default: (await import('./structures/TypedInput')).TypedInput })),
  count: NoInput,
}

/** What edits a field: the override of this resource, else its kind's input. */
export const inputOf = (resource: FieldOwner, name: string, field: AnyField): ComponentType<InputProps> =>
  fieldOverridesOf(resource).inputs?.[name] ?? (inputs[field.kind] as ComponentType<InputProps>)
