import { describe, expect, it } from 'vitest'
import {
  type AnyResource,
  type Around,
  type Bounds,
  decimal,
  defineResource,
  defineSingleton,
  type Fields,
  instant,
  integer,
  later,
  localDate,
  me,
  money,
  now,
  plus,
  setting,
  text,
  timezone,
  today,
} from '../../../src/schema'
import { boundSentences } from '../../../src/schema/boundSentences'
import { workedStarts } from '../../../src/schema/bounds'
import { declarationProblems } from '../../../src/schema/declarationProblems'
import { englishText, validate } from '../../../src/schema/validation'

const rules = defineSingleton({
  name: 'rules',
  label: ['Lending Rules', 'Lending Rules'],
  icon: 'rule',
  scope: 'tenant',
  api: '/rules',
  screens: { base: '/settings/rules', form: 'page' },
  access: { read: 'staff', write: 'admin' },
  fields: {
    days: integer({ default: 14 }),
    pieces: integer(),
    deposit: money(),
    secret: integer({ default: 3, readRole: 'admin' }),
  },
  form: ['days', 'pieces', 'deposit', 'secret'],
})

const fields = {
  name: text({ required: true }),
  lentOn: localDate(),
  dueOn: localDate(),
  startsAt: instant(),
  endsAt: instant(),
  pieces: integer(),
  least: integer(),
  weight: decimal({ scale: 3 }),
  most: decimal(),
  deposit: money(),
  price: money(),
}

const loansWith = <F extends Fields = typeof fields>(bounds: Bounds<F>, more: Fields = {}): AnyResource =>
  defineResource({
    name: 'loans',
    label: ['Loan', 'Loans'],
    icon: 'swap',
    scope: 'tenant',
    api: '/loans',
    screens: { base: '/loans', form: 'page' },
    access: { read: 'staff', write: 'staff' },
    fields: { ...fields, ...more },
    represent: 'name',
    list: { columns: ['name'], sort: 'name' },
    form: ['name', ...Object.keys(more)] as never,
    bounds: bounds as never,
  }) as AnyResource

/** 23:30 on 2 March in Berlin. */
const around: Around = {
  now: Date.parse('2026-03-02T22:30:00Z'),
  tenant: { timeZone: 'Europe/Berlin', currency: 'JPY' },
  me: { id: 'a-user', email: 'ada@example.com', name: 'Ada' },
  settings: { rules: { days: 10, pieces: 4, deposit: { amount: 5000, currency: 'EUR' } } },
}

const errorsOf = (
  resource: AnyResource,
  input: object,
  { current, of = around }: { current?: object; of?: Around | null } = {},
): Record<string, string> => {
  const options = {
    role: 'staff' as const,
    around: of,
    ...(current && { current: current as Record<string, unknown> }),
  }
  const result = validate(resource, { ...(!current && { name: 'Drill' }), ...input }, options)
  return result.ok
    ? {}
    : Object.fromEntries(Object.entries(result.errors).map(([name, one]) => [name, englishText(one)]))
}

const eur = (amount: number) => ({ amount, currency: 'EUR' })

describe('a bound by another field', () => {
  it.each<[string, Bounds<typeof fields>, object, object, Record<string, string>]>([
    [
      'after',
      { dueOn: { after: 'lentOn' } },
      { lentOn: '2026-03-01', dueOn: '2026-03-02' },
      { lentOn: '2026-03-01', dueOn: '2026-03-01' },
      { dueOn: 'The end must be after the start' },
    ],
    [
      'min of dates',
      { dueOn: { min: 'lentOn' } },
      { lentOn: '2026-03-01', dueOn: '2026-03-01' },
      { lentOn: '2026-03-02', dueOn: '2026-03-01' },
      { dueOn: 'The end must not be before the start' },
    ],
    [
      'before',
      { lentOn: { before: 'dueOn' } },
      { lentOn: '2026-03-01', dueOn: '2026-03-02' },
      { lentOn: '2026-03-02', dueOn: '2026-03-02' },
      { lentOn: 'Before 2026-03-02' },
    ],
    [
      'instants in any offset',
      { endsAt: { after: 'startsAt' } },
      { startsAt: '2026-03-01T10:00:00+01:00', endsAt: '2026-03-01T09:30:00Z' },
      { startsAt: '2026-03-01T10:00:00+01:00', endsAt: '2026-03-01T09:00:00Z' },
      { endsAt: 'The end must be after the start' },
    ],
    [
      'min of numbers',
      { pieces: { min: 'least' } },
      { pieces: 10, least: 9 },
      { pieces: 9, least: 10 },
      { pieces: 'At least 10' },
    ],
    [
      'decimals of different scales',
      { weight: { max: 'most' } },
      { weight: '9.500', most: '10' },
      { weight: '10.001', most: '10' },
      { weight: 'At most 10.00' },
    ],
    [
      'amounts',
      { deposit: { max: 'price' } },
      { deposit: eur(100), price: eur(100) },
      { deposit: eur(101), price: eur(100) },
      { deposit: 'At most 1.00 EUR' },
    ],
    [
      'amounts of two currencies',
      { deposit: { max: 'price' } },
      { deposit: eur(1), price: eur(2) },
      { deposit: eur(1), price: { amount: 2, currency: 'USD' } },
      { deposit: 'The currency must be USD' },
    ],
    [
      'a formula',
      { dueOn: { max: later('lentOn', 7) } },
      { lentOn: '2026-02-25', dueOn: '2026-03-04' },
      { lentOn: '2026-02-25', dueOn: '2026-03-05' },
      { dueOn: 'Not after 2026-03-04' },
    ],
    [
      'a sum',
      { pieces: { before: plus('least', 2) } },
      { pieces: 6, least: 5 },
      { pieces: 7, least: 5 },
      { pieces: 'Less than 7' },
    ],
  ])('%s', (_, bounds, right, wrong, errors) => {
    const loans = loansWith(bounds)
    expect(errorsOf(loans, right)).toEqual({})
    expect(errorsOf(loans, wrong)).toEqual(errors)
    // Only one of two fields is changed.
    const [[name = '', value] = []] = Object.entries(right)
    expect(errorsOf(loans, { [name]: value }, { current: { name: 'Drill', ...wrong, [name]: null } })).toBeDefined()
  })

  it('is judged against the stored value of a field that is left out, and not without a value', () => {
    const loans = loansWith({ dueOn: { after: 'lentOn' } })
    const current = { name: 'Drill', lentOn: '2026-03-01', dueOn: '2026-03-05' }
    expect(errorsOf(loans, { lentOn: '2026-03-05' }, { current })).toEqual({ dueOn: 'The end must be after the start' })
    expect(errorsOf(loans, { dueOn: null }, { current })).toEqual({})
    expect(errorsOf(loans, { dueOn: '2026-03-01', lentOn: '2026-02-30' })).toEqual({
      lentOn: 'Enter a date as YYYY-MM-DD',
    })
  })
})

describe('a bound by a setting or the clock', () => {
  const loans = loansWith<typeof fields>({
    pieces: { max: setting(() => rules, 'pieces') },
    dueOn: {
      min: today(1),
      max: later(
        'lentOn',
        setting(() => rules, 'days'),
      ),
    },
    startsAt: { after: now() },
    deposit: { min: setting(() => rules, 'deposit') },
  })

  it('says the limit', () => {
    expect(
      errorsOf(loans, { pieces: 4, dueOn: '2026-03-03', startsAt: '2026-03-02T22:31:00Z', deposit: eur(5000) }),
    ).toEqual({})
    expect(
      errorsOf(loans, { pieces: 5, dueOn: '2026-03-02', startsAt: '2026-03-02T22:30:00Z', deposit: eur(4999) }),
    ).toEqual({
      pieces: 'At most 4',
      dueOn: 'Not before 2026-03-03',
      startsAt: 'After 2026-03-02T22:30:00.000Z',
      deposit: 'At least 50.00 EUR',
    })
    expect(errorsOf(loans, { lentOn: '2026-03-01', dueOn: '2026-03-12' })).toEqual({ dueOn: 'Not after 2026-03-11' })
  })

  it('leaves alone what was written before the setting changed', () => {
    const current = { name: 'Drill', pieces: 9, lentOn: '2026-01-01', dueOn: '2026-02-28' }
    expect(errorsOf(loans, { name: 'Saw' }, { current })).toEqual({})
    expect(errorsOf(loans, { pieces: 8 }, { current })).toEqual({ pieces: 'At most 4' })
    // Another field of the bound.
    expect(errorsOf(loans, { lentOn: '2026-01-02' }, { current })).toEqual({ dueOn: 'Not after 2026-01-12' })
  })

  it('is left to the API where the setting is not known, and never forgotten', () => {
    expect(errorsOf(loans, { pieces: 5 }, { of: null })).toEqual({})
    expect(errorsOf(loans, { pieces: 5 }, { of: { ...around, settings: {} } })).toEqual({})
    expect(() => validate(loans, { name: 'Drill' }, { role: 'staff' })).toThrow('say what is around')
  })
})

describe('a default that is worked out', () => {
  const more = {
    notedAt: instant({ default: now() }),
    noted: localDate({ default: today(2) }),
    due: localDate({
      default: later(
        today(),
        setting(() => rules, 'days'),
      ),
    }),
    amount: integer({ default: setting(() => rules, 'pieces') }),
    notedBy: text({ default: me() }),
    zone: timezone({ required: true, default: setting('timeZone') }),
    fee: money({ required: true, default: setting('currency') }),
  }

  it('follows from the clock in the tenant’s zone, the caller and settings', () => {
    expect(workedStarts(loansWith({}, more), around)).toEqual({
      notedAt: '2026-03-02T22:30:00.000Z',
      noted: '2026-03-04',
      due: '2026-03-12',
      amount: 4,
      notedBy: 'Ada',
      zone: 'Europe/Berlin',
      fee: { amount: 0, currency: 'JPY' },
    })
  })

  it('is left out of validated values, so that the API fills it in', () => {
    const result = validate(loansWith({}, more), { name: 'Drill', noted: '2026-01-01' }, { role: 'staff', around })
    expect(result).toMatchObject({ ok: true, values: { name: 'Drill', noted: '2026-01-01' } })
    expect(result.ok && Object.keys(result.values)).not.toEqual(expect.arrayContaining(['notedAt', 'fee']))
  })

  it('may be empty only where nobody or a setting may be', () => {
    const presence = Object.entries(more).map(([name, field]) => [name, field.presence])
    expect(Object.fromEntries(presence)).toEqual({
      notedAt: 'defaulted',
      noted: 'defaulted',
      due: 'optional',
      amount: 'optional',
      notedBy: 'optional',
      zone: 'required',
      fee: 'required',
    })
  })
})

it('is said in the API’s reference', () => {
  const loans = loansWith<typeof fields>(
    {
      dueOn: {
        after: 'lentOn',
        max: later(
          'lentOn',
          setting(() => rules, 'days'),
        ),
      },
      pieces: { max: setting(() => rules, 'pieces') },
    },
    { notedAt: instant({ default: now() }), due: localDate({ default: today(14) }) },
  )
  expect(boundSentences(loans, 'dueOn')).toEqual([
    'After `lentOn`.',
    'Not after `lentOn` and `days` of the lending rules days.',
  ])
  expect(boundSentences(loans, 'pieces')).toEqual(['At most `pieces` of the lending rules.'])
  expect(boundSentences(loans, 'notedAt')).toEqual(['By default the moment of the call.'])
  expect(boundSentences(loans, 'due')).toEqual(['By default 14 days from today in the tenant’s time zone.'])
})

describe('mistakes that the compiler cannot see', () => {
  const problemsOf = (bounds: object, more: Fields = {}, among: AnyResource[] = [rules as AnyResource]) =>
    declarationProblems([loansWith(bounds as never, more), ...among])

  it('are reported with the remedy', () => {
    expect(problemsOf({ pieces: { max: setting(() => rules, 'secret') } })).toEqual([
      'loans.bounds.pieces.max is by rules.secret, which not everybody may read who writes it: give it a lower role.',
    ])
    expect(problemsOf({ pieces: { max: setting(() => rules, 'pieces') } }, {}, [])).toEqual([
      'loans.bounds.pieces.max is by rules, which are not in src/resources/index.ts: add them there.',
    ])
    expect(problemsOf({ pieces: { max: 'pieces' } })).toEqual([
      'loans.bounds.pieces.max is by pieces itself: name another field.',
    ])
    expect(problemsOf({ pieces: { max: 'lentOn' } })).toEqual([
      'loans.bounds.pieces.max is by lentOn, a localDate and no integer.',
    ])
    expect(problemsOf({ pieces: { max: 'cost' } }, { cost: integer({ readRole: 'admin' }) })).toEqual([
      'loans.bounds.pieces.max is by cost, and would give it away: give pieces at least its readRole.',
    ])
    expect(problemsOf({}, { code: text({ default: setting(() => rules, 'days') as never }) })).toEqual([
      'loans.code begins by rules.days, a integer and no text.',
    ])
    expect(problemsOf({}, { zone: text({ default: setting('currency') }) })).toEqual([
      'loans.zone begins by the tenant’s currency, which is no text.',
    ])
    expect(problemsOf({}, { word: text({ default: later(today(), 3) }) })).toEqual([
      'loans.word begins by later(), which is no text.',
    ])
  })
})
