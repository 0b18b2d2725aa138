import { channels } from '../../../../src/resources/channels'
import {
  type AnyField,
  type AnyResource,
  choice,
  color,
  count,
  currency,
  dateOverrides,
  defineResource,
  email,
  type FieldKind,
  flag,
  group,
  instant,
  integer,
  items,
  localDate,
  locale,
  localTime,
  longText,
  minutes,
  money,
  phone,
  reference,
  references,
  slug,
  tags,
  text,
  timezone,
  typed,
  url,
  weekday,
  weekdays,
  weeklyHours,
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
  weekdays: weekdays(),
  money: money(),
  currency: currency(),
  timezone: timezone(),
  locale: locale(),
  localDate: localDate(),
  localTime: localTime(),
  instant: instant(),
  tags: tags(),
  reference: reference(() => channels),
  references: references(() => channels),
  weeklyHours: weeklyHours({ default: [] }),
  dateOverrides: dateOverrides(),
  group: group({ street: text({ required: true }), city: text() }),
  items: items({ size: choice(['small', 'large'], { default: 'small' }), note: text() }, { max: 3, itemLabel: 'box' }),
  typed: typed<'optional'>('type', {
    plain: { help: 'Nothing special.', fields: { colour: text({ label: 'Shade' }) } },
    fancy: {
      help: 'With a ribbon.',
      fields: { length: integer({ required: true, min: 1 }), width: integer({ required: true, min: 1 }) },
      check: ({ length, width }) => (width > length ? { width: 'validation.minAboveMax' } : {}),
    },
  }),
  count: count(() => channels, 'kind'),
}

const filterable: readonly FieldKind[] = [
  ...(['choice', 'flag', 'reference', 'references', 'integer', 'minutes', 'weekday'] as const),
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
    fields: {
      name: text({ required: true }),
      type: choice(['plain', 'fancy'], { default: 'plain' }),
      value: fields[kind] as (typeof fields)['text'],
    },
    represent: 'name',
    list: {
      columns: ['name', 'value'],
      sort: 'name',
      filters: (filterable.includes(kind) ? ['value'] : []) as never[],
    },
    form: (kind === 'count' ? ['name'] : kind === 'typed' ? ['name', 'type', 'value'] : ['name', 'value']) as never[],
  })

/** A resource for each kind of field, whose records have one value of it. */
export const samples = Object.fromEntries(
  (Object.keys(fields) as FieldKind[]).map(kind => [kind, sampleOf(kind)]),
) as Readonly<Record<FieldKind, AnyResource>>
