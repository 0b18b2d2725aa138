import type { FieldKind } from '../field'
import { choiceKind, choicesKind, countryKind, flagKind, localeKind, timezoneKind } from './choices'
import { colorKind } from './color'
import { dateRangeKind, instantKind, localDateKind, localTimeKind, weekdayKind, weekdaysKind } from './dates'
import { fileKind, imageKind } from './files'
import { geoKind } from './geo'
import { dateOverridesKind, weeklyHoursKind } from './hours'
import type { FilterBy, Kind } from './kind'
import { metadataKind } from './metadata'
import { currencyKind, moneyKind } from './money'
import { countKind, decimalKind, integerKind, integersKind, minutesKind, percentKind } from './numbers'
import { referenceKind, referencesKind } from './references'
import { groupKind, itemsKind, typedKind } from './structures'
import { emailKind, longTextKind, phoneKind, slugKind, tagsKind, textKind, urlKind } from './text'

export * from './choices'
export * from './color'
export * from './dates'
export * from './files'
export * from './geo'
export * from './hours'
export type { CommonOptions, CsvWords, FilterBy, Kind, KindTraits, Part, Spelt, StructureOptions } from './kind'
export * from './metadata'
export * from './money'
export * from './numbers'
export * from './references'
export * from './structures'
export * from './text'

export type AllKinds = { readonly [K in FieldKind]: Kind<K> }

/** The browser reads `traits`, without columns and samples. */
export const kinds = {
  text: textKind,
  longText: longTextKind,
  email: emailKind,
  phone: phoneKind,
  url: urlKind,
  slug: slugKind,
  color: colorKind,
  tags: tagsKind,
  choice: choiceKind,
  choices: choicesKind,
  flag: flagKind,
  locale: localeKind,
  timezone: timezoneKind,
  country: countryKind,
  integer: integerKind,
  integers: integersKind,
  decimal: decimalKind,
  percent: percentKind,
  minutes: minutesKind,
  count: countKind,
  money: moneyKind,
  currency: currencyKind,
  weekday: weekdayKind,
  weekdays: weekdaysKind,
  localDate: localDateKind,
  localTime: localTimeKind,
  instant: instantKind,
  dateRange: dateRangeKind,
  geo: geoKind,
  image: imageKind,
  file: fileKind,
  reference: referenceKind,
  references: referencesKind,
  weeklyHours: weeklyHoursKind,
  dateOverrides: dateOverridesKind,
  group: groupKind,
  items: itemsKind,
  typed: typedKind,
  metadata: metadataKind,
} satisfies AllKinds

type Kinds = typeof kinds
type KindsWith<T> = { [K in FieldKind]: Kinds[K]['traits'] extends T ? K : never }[FieldKind]

export type KindsFilteredBy<B extends FilterBy> = KindsWith<{ filter: B }>
export type SearchableKind = KindsWith<{ search: true }>
export type SummedKind = 'integer' | 'decimal' | 'minutes' | 'count' | 'money'
export type FilterableKind = KindsWith<{ filter: string }>
export type NamingKind = Exclude<SortableKind, 'flag' | 'money' | 'dateRange'>
export type SortableKind = Exclude<FieldKind, KindsWith<{ sort: 'none' }>>

// `any`: a union of fields cannot tie a kind to its options.
export const kindOf = ({ kind }: { readonly kind: FieldKind }): Kind<any> => kinds[kind]
