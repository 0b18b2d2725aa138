import { channels } from '../../../../src/resources/channels'
import {
  type AnyField,
  type AnyResource,
  choice,
  color,
  count,
  currency,
  defineResource,
  email,
  type FieldKind,
  flag,
  instant,
  integer,
  localDate,
  locale,
  localTime,
  longText,
  minutes,
  money,
  phone,
  reference,
  slug,
  tags,
  text,
  timezone,
  url,
  weekday,
} from '../../../../src/schema'

/** One field of each kind; a kind that is missing does not compile. */
const fields: { readonly [K in FieldKind]: Extract<AnyField, { kind: K }> } = {
  text: text(),
  longText: longText(),
  email: email(),
  phone: phone(),
  url: url(),
  slug: slug(),
  color: color(),
  choice: choice(['red', 'dark_blue']),
  flag: flag(),
  integer: integer({ min: -10 }),
  minutes: minutes(),
  weekday: weekday(),
  money: money(),
  currency: currency(),
  timezone: timezone(),
  locale: locale(),
  localDate: localDate(),
  localTime: localTime(),
  instant: instant(),
  tags: tags(),
  reference: reference(() => channels),
  count: count(() => channels, 'kind'),
}

const filterable: readonly FieldKind[] = [
  ...(['choice', 'flag', 'reference', 'integer', 'minutes', 'weekday'] as const),
  ...(['timezone', 'currency', 'locale', 'localDate', 'instant'] as const),
]

const sampleOf = (kind: FieldKind): AnyResource =>
  defineResource({
    name: `${kind}Samples`,
    label: ['Sample', 'Samples'],
    icon: 'style',
    scope: 'tenant',
    api: `/samples/${kind}`,
    screens: { base: `/samples/${kind}`, form: 'dialog' },
    access: { read: 'viewer', write: 'staff' },
    fields: { name: text({ required: true }), value: fields[kind] as (typeof fields)['text'] },
    represent: 'name',
    list: {
      columns: ['name', 'value'],
      sort: 'name',
      filters: (filterable.includes(kind) ? ['value'] : []) as never[],
    },
    form: (kind === 'count' ? ['name'] : ['name', 'value']) as never[],
  })

/** A resource for each kind of field, whose records have one value of it. */
export const samples = Object.fromEntries(
  (Object.keys(fields) as FieldKind[]).map(kind => [kind, sampleOf(kind)]),
) as Readonly<Record<FieldKind, AnyResource>>
