import { type AnyField, type FieldKind, humanize } from '../../schema'
import type { CsvCell } from '../../schema/csvText'
import { toDecimal } from '../format/money'
import { languageName, weekdayName } from '../format/names'
import { type FieldOfKind, type FieldOwner, isEmpty, type KindValues } from '../kinds'
import { resourceKeys } from '../text/resourceKeys'

export interface CsvContext {
  locale: string
  translate: (key: string, args?: Record<string, unknown>) => string
  /** The names of the records that the exported ones refer to, by resource and id. */
  names: ReadonlyMap<string, string>
}

export const nameKey = (resource: string, id: string): string => `${resource}/${id}`

type CsvForm<K extends FieldKind> = (
  value: KindValues[K],
  part: { resource: FieldOwner; name: string; field: FieldOfKind<K> },
  context: CsvContext,
) => CsvCell

export type CsvForms = { readonly [K in FieldKind]: CsvForm<K> }

const asIs = (value: string | number): CsvCell => value
/** Structures go where they came from: as the API has them. */
const asJson = (value: object): CsvCell => JSON.stringify(value)

/** How a value of each kind is written into a file: what people read, but moments, dates and numbers as machines read them. */
const csvForms: CsvForms = {
  text: asIs,
  longText: asIs,
  email: asIs,
  phone: asIs,
  url: asIs,
  slug: asIs,
  color: asIs,
  choice: (value, { resource, name, field }, { translate }) =>
    translate(resourceKeys(resource).choice(name, value), { _: field.options.labels[value] ?? humanize(value) }),
  flag: (value, _, { translate }) => translate(value ? 'crud.yes' : 'crud.no'),
  integer: asIs,
  minutes: asIs,
  weekday: (value, _, { locale }) => weekdayName(value, locale),
  weekdays: (value, _, { locale }) => value.map(weekday => weekdayName(weekday, locale)).join(', '),
  money: value => `${toDecimal(value)} ${value.currency}`,
  currency: asIs,
  timezone: asIs,
  locale: value => languageName(value),
  localDate: asIs,
  localTime: asIs,
  instant: asIs,
  tags: value => value.join(', '),
  reference: (value, { field }, { names }) => names.get(nameKey(field.options.to().name, value)) ?? value,
  references: (value, { field }, { names }) =>
    value.map(id => names.get(nameKey(field.options.to().name, id)) ?? id).join(', '),
  weeklyHours: asJson,
  dateOverrides: asJson,
  group: asJson,
  items: asJson,
  typed: asJson,
  count: asIs,
}

/** One value of a record for a file; empty when there is none. */
export const csvCell = (
  resource: FieldOwner,
  name: string,
  field: AnyField,
  value: unknown,
  context: CsvContext,
): CsvCell =>
  isEmpty(value) ? '' : (csvForms[field.kind] as CsvForm<FieldKind>)(value as never, { resource, name, field }, context)
