import { lazy } from 'react'
import { ChoiceInput, LocaleInput, WeekdayInput } from './choiceInputs'
import { FlagInput } from './FlagInput'

/** Outside `src/crud/kinds`, since lists load no inputs. */
export const standardInputs = {
  choice: ChoiceInput,
  choices: lazy(async () => ({ default: (await import('./ChoicesInput')).ChoicesInput })),
  color: lazy(async () => ({ default: (await import('./ColorInput')).ColorInput })),
  country: lazy(async () => ({ default: (await import('./autocompleteInputs')).CountryInput })),
  currency: lazy(async () => ({ default: (await import('./autocompleteInputs')).CurrencyInput })),
  dateOverrides: lazy(async () => ({ default: (await import('./hours/DateOverridesInput')).DateOverridesInput })),
  dateRange: lazy(async () => ({ default: (await import('./DateRangeInput')).DateRangeInput })),
  file: lazy(async () => ({ default: (await import('./files/FileInput')).FileInput })),
  flag: FlagInput,
  geo: lazy(async () => ({ default: (await import('./GeoInput')).GeoInput })),
  group: lazy(async () => ({ default: (await import('./structures/GroupInput')).GroupInput })),
  image: lazy(async () => ({ default: (await import('./files/ImageInput')).ImageInput })),
  instant: lazy(async () => ({ default: (await import('./timeInputs')).InstantInput })),
  integer: lazy(async () => ({ default: (await import('./numberInputs')).IntegerInput })),
  items: lazy(async () => ({ default: (await import('./structures/ItemsInput')).ItemsInput })),
  locale: LocaleInput,
  localDate: lazy(async () => ({ default: (await import('./timeInputs')).LocalDateInput })),
  localTime: lazy(async () => ({ default: (await import('./timeInputs')).LocalTimeInput })),
  minutes: lazy(async () => ({ default: (await import('./numberInputs')).MinutesInput })),
  money: lazy(async () => ({ default: (await import('./MoneyInput')).MoneyInput })),
  none: () => null,
  reference: lazy(async () => ({ default: (await import('./referenceInputs')).ReferenceInput })),
  references: lazy(async () => ({ default: (await import('./referenceInputs')).ReferencesInput })),
  slug: lazy(async () => ({ default: (await import('./textInputs')).SlugInput })),
  tags: lazy(async () => ({ default: (await import('./TagsInput')).TagsInput })),
  timeZone: lazy(async () => ({ default: (await import('./autocompleteInputs')).TimeZoneInput })),
  typed: lazy(async () => ({ default: (await import('./structures/TypedInput')).TypedInput })),
  weekday: WeekdayInput,
  integers: lazy(async () => ({ default: (await import('./IntegersInput')).IntegersInput })),
  weekdays: lazy(async () => ({ default: (await import('./WeekdaysInput')).WeekdaysInput })),
  weeklyHours: lazy(async () => ({ default: (await import('./hours/WeeklyHoursInput')).WeeklyHoursInput })),
}

export type StandardInput = keyof typeof standardInputs
