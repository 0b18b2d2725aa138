import { fileAddress } from '../../fileAddress'
import type { MachineText } from '../../i18n/text'
import { type AnyField, type CsvWords, humanize } from '../../schema'
import type { CsvCell } from '../../schema/csvText'
import { toDecimal } from '../../schema/minorUnits'
import { countryName, languageName, weekdayName } from '../../ui/format/names'
import { type FieldOwner, isEmpty } from '../kinds/kindView'
import { resourceKeys } from '../text/resourceKeys'

export interface CsvContext {
  locale: string
  text: MachineText
  /** By `nameKey`. */
  names: ReadonlyMap<string, string>
}

export const nameKey = (resource: string, id: string): string => `${resource}/${id}`

const wordsFor = (
  resource: FieldOwner,
  name: string,
  field: AnyField,
  { locale, text, names }: CsvContext,
): CsvWords => ({
  yesNo: value => text(value ? 'crud.yes' : 'crud.no'),
  choice: value =>
    text(resourceKeys(resource).choice(name, value), {
      _: ((field.kind === 'choice' || field.kind === 'choices') && field.options.labels[value]) || humanize(value),
    }),
  weekday: day => weekdayName(day, locale),
  language: languageName,
  country: code => countryName(code, locale),
  amount: toDecimal,
  record: (of, id) => names.get(nameKey(of, id)) ?? id,
  address: path => new URL(fileAddress(path), location.href).href,
})

export const csvCell = (
  resource: FieldOwner,
  name: string,
  field: AnyField,
  value: unknown,
  context: CsvContext,
): CsvCell => {
  if (isEmpty(value)) return ''
  const { csv } = field.traits
  if (csv) return csv(value as never, wordsFor(resource, name, field, context), field)
  return typeof value === 'object' ? JSON.stringify(value) : (value as CsvCell)
}
