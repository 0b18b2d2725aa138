import { describe, expect, it } from 'vitest'
import { fieldsBody } from '../../../src/contract'
import { channels } from '../../../src/resources/channels'
import { tenants } from '../../../src/resources/tenants'
import {
  asReadBy,
  choice,
  defineResource,
  fillPath,
  flag,
  instant,
  integer,
  isShown,
  localDate,
  mayAccess,
  type Role,
  readableValues,
  screenPath,
  text,
  textsOf,
} from '../../../src/schema'
import { checkValue, englishText, validate } from '../../../src/schema/validation'

const errorsOf = (result: ReturnType<typeof validate>) =>
  result.ok ? {} : Object.fromEntries(Object.entries(result.errors).map(([name, error]) => [name, englishText(error)]))

describe('validate', () => {
  it('fills in defaults and makes the slug from the name', () => {
    const result = validate(channels, { name: '  Café Zürich! ' }, { role: 'admin' })
    expect(result).toEqual({
      ok: true,
      values: {
        name: 'Café Zürich!',
        code: 'cafe-zurich',
        kind: 'online',
        description: null,
        sellsAllItems: true,
        catalogItemIds: [],
        autoConfirm: true,
        isActive: true,
        hasPage: false,
        pageTitle: null,
        pageIntro: null,
        pagePolicy: null,
        requiredFields: ['email'],
        allowedOrigins: [],
        redirectUrl: null,
        pageTranslations: [],
        isIndexable: false,
        showsRemaining: false,
      },
    })
  })

  it.each([
    ['hasPage', { kind: 'phone', hasPage: true }, 'validation.onlineOnly'],
    ['pagePolicy', { kind: 'partner', pagePolicy: 'Be kind' }, 'validation.onlineOnly'],
    ['requiredFields', { requiredFields: ['notes'] }, 'validation.contactAsked'],
    ['allowedOrigins', { allowedOrigins: ['*'] }, 'validation.origin'],
    ['allowedOrigins', { allowedOrigins: ['http://x.y'] }, 'validation.origin'],
    ['allowedOrigins', { allowedOrigins: ['https://x.y/a'] }, 'validation.origin'],
    ['allowedOrigins', { allowedOrigins: ['https://x.y', 'https://x.y;script-src-elem'] }, 'validation.origin'],
    ['allowedOrigins', { allowedOrigins: ['https://x,y'] }, 'validation.origin'],
    ['allowedOrigins', { allowedOrigins: ["https://'self'"] }, 'validation.origin'],
    ['allowedOrigins', { allowedOrigins: ['https://x.y:99999'] }, 'validation.origin'],
  ])('refuses a booking page that cannot be, at %s', (field, values, key) => {
    const refused = { ok: false, errors: { [field]: { key, args: {} } } }
    expect(validate(channels, { name: 'Web', ...values }, { role: 'admin' })).toEqual(refused)
  })

  it('names every field that is wrong, in words', () => {
    const result = validate(
      channels,
      { name: ' ', kind: 'fax', code: '-x-', isActive: 'yes', colour: 1 },
      { role: 'admin' },
    )
    expect(errorsOf(result)).toEqual({
      name: 'Required',
      kind: 'Choose one of: back_office, online, phone, walk_in, partner, api',
      code: 'Use lower-case letters, digits and hyphens, with no hyphen at either end',
      isActive: 'Choose yes or no',
      colour: 'There is no such field',
    })
    expect(errorsOf(validate(channels, { name: 'x'.repeat(121) }, { role: 'admin' }))).toEqual({
      name: 'At most 120 characters',
    })
    expect(
      errorsOf(validate(channels, { name: 'x', code: '' }, { role: 'admin', current: { name: 'x', code: 'x' } })),
    ).toEqual({ code: 'Required' })
    expect(
      errorsOf(
        validate(tenants, { name: 'A', slug: 'app', timeZone: '+01:00', currency: 'XXQ' }, { role: 'superuser' }),
      ),
    ).toEqual({
      slug: 'This name is reserved; choose another',
      timeZone: 'Enter a time zone such as Europe/Berlin',
      currency: 'Enter a currency code such as EUR',
    })
  })

  it('does not ask for what it would make itself from a field that is missing', () => {
    expect(errorsOf(validate(channels, {}, { role: 'admin' }))).toEqual({ name: 'Required' })
  })

  it('lets no unknown field slip through, whatever its name', () => {
    const body = JSON.parse('{"name":"x","__proto__":1}')
    expect(Object.keys(errorsOf(validate(channels, body, { role: 'admin' })))).toEqual(['__proto__'])
  })

  it('ignores read-only fields echoed back and keeps only what changed', () => {
    const current = {
      id: '1',
      name: 'Phone',
      code: 'phone',
      kind: 'phone',
      description: null,
      autoConfirm: true,
      isActive: true,
      version: 3,
    }
    expect(validate(channels, { ...current, description: '', isActive: false }, { role: 'admin', current })).toEqual({
      ok: true,
      values: { isActive: false },
    })
  })

  it('keeps a field from those who may not write it, unless they leave it as it is', () => {
    const current = { name: 'A', slug: 'aa', timeZone: 'UTC', isActive: true }
    expect(errorsOf(validate(tenants, { isActive: false }, { role: 'owner', current }))).toEqual({
      isActive: 'You may not change this',
    })
    expect(validate(tenants, { isActive: true, name: 'B' }, { role: 'owner', current })).toEqual({
      ok: true,
      values: { name: 'B' },
    })
    expect(validate(tenants, { isActive: false }, { role: 'superuser', current }).ok).toBe(true)
  })

  it('says what is wrong between fields along with the rest, unless it may follow from a value that is wrong', () => {
    const between = defineResource({
      ...channels,
      fields: {
        name: text({ required: true }),
        from: localDate(),
        to: localDate(),
        email: text(),
        phone: text({ max: 3 }),
      },
      form: ['name', 'from', 'to', 'email', 'phone'],
      list: { columns: ['name'], sort: 'name' },
      check: ({ from, to, email, phone }: Readonly<Record<string, string>>) => ({
        ...(from && to && to < from && { to: 'validation.endsBeforeStart' as const }),
        ...(!email && !phone && { email: 'validation.required' as const }),
      }),
    } as never)
    const wrong = (values: object) => Object.keys(errorsOf(validate(between, { ...values }, { role: 'owner' }))).sort()
    expect(wrong({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['email', 'name', 'to'])
    expect(wrong({ name: 'A', email: 'a', from: '2026-03-02', to: '2026-03-01' })).toEqual(['to'])
    expect(wrong({ name: 'A', email: 'a', from: 'soon', to: '2026-03-01' })).toEqual(['from'])
    expect(wrong({ name: 'A', phone: '12345' })).toEqual(['phone'])
    const scoped = fieldsBody(
      { scope: choice(['one', 'all'], { required: true }), index: integer(), name: text({ required: true }) },
      ({ scope, index }) => (scope === 'all' || index !== null ? {} : { index: 'validation.required' }),
    )
    expect(() => scoped.read({})).toThrow('Refused: scope, name')
    expect(() => scoped.read({ scope: 'one' })).toThrow('Refused: name, index')
  })

  it('asks for a conditional field only while its condition holds, and runs the whole record’s check last', () => {
    const parts = defineResource({
      name: 'parts',
      label: ['Part', 'Parts'],
      icon: 'style',
      scope: 'tenant',
      api: '/parts',
      access: { read: 'viewer', write: 'admin' },
      fields: { size: choice(['small', 'large'], { default: 'small' }), note: text(), code: text({ immutable: true }) },
      represent: 'size',
      list: { columns: ['size'], sort: 'size' },
      form: ['size', 'note'],
      conditions: { note: { when: { size: ['large'] }, required: true } },
      check: ({ note }) => (note === 'no' ? { note: 'validation.invalid' } : {}),
    })
    expect(validate(parts, { size: 'small' }, { role: 'admin' }).ok).toBe(true)
    expect(errorsOf(validate(parts, { size: 'large' }, { role: 'admin' }))).toEqual({ note: 'Required' })
    expect(errorsOf(validate(parts, { size: 'large', note: 'no' }, { role: 'admin' }))).toEqual({
      note: 'This value is not valid',
    })
    expect(errorsOf(validate(parts, { code: 'b' }, { role: 'admin', current: { size: 'small', code: 'a' } }))).toEqual({
      code: 'This cannot be changed after the record was created',
    })
  })
})

describe('an instant', () => {
  const { schema } = instant()

  it.each([
    ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00.000Z'],
    ['2026-03-02T10:00:00.250+01:00', '2026-03-02T09:00:00.250Z'],
    ['2026-03-01T23:30:00-09:30', '2026-03-02T09:00:00.000Z'],
  ])('%s is kept as %s', (given, kept) => {
    expect(checkValue(schema, given)).toEqual({ value: kept })
  })

  it.each(['2026-03-02', '2026-03-02T09:00:00', '2026-02-30T09:00:00Z', 'tomorrow', '0001-01-01T00:00:00+01:00'])(
    '%s is refused',
    given => {
      expect(checkValue(schema, given)).toMatchObject({ problem: { key: 'validation.instant' } })
    },
  )
})

describe('conditions', () => {
  const stays = defineResource({
    name: 'stays',
    label: ['Stay', 'Stays'],
    icon: 'style',
    scope: 'tenant',
    api: '/stays',
    access: { read: 'viewer', write: 'staff' },
    fields: {
      name: text({ required: true }),
      nights: integer(),
      from: localDate(),
      discount: integer(),
      season: text(),
      discountReason: text(),
      margin: integer(),
    },
    represent: 'name',
    list: { columns: ['name'], sort: 'name' },
    form: ['name'],
    conditions: {
      discount: { when: { nights: { min: 3, max: 7 } }, required: true },
      season: { when: { from: { min: '2026-06-01' } }, required: true },
      discountReason: { when: { discount: { present: true } }, required: true },
      margin: { role: 'admin', required: true },
    },
  })
  const shown = (name: string, record: object, role: Role = 'owner') => isShown(stays, name, { ...record }, role)

  it('hold in a range with both its ends, and for nothing that is empty', () => {
    expect([2, 3, 7, 8, null].map(nights => shown('discount', { nights }))).toEqual([false, true, true, false, false])
    expect(['2026-05-31', '2026-06-01', '2027-01-01', undefined].map(from => shown('season', { from }))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('ask whether something is there', () => {
    expect([0, 5, null, '', undefined].map(discount => shown('discountReason', { discount }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const absent = { ...stays, conditions: { season: { when: { from: { present: false } } } } }
    expect(isShown(absent, 'season', { from: null }, 'viewer')).toBe(true)
    expect(isShown(absent, 'season', { from: '2026-06-01' }, 'viewer')).toBe(false)
  })

  it('go by the role, also for what is required', () => {
    expect((['viewer', 'staff', 'admin', 'owner'] as const).map(role => shown('margin', {}, role))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(isShown(stays, 'margin', {}, null)).toBe(false)
    expect(errorsOf(validate(stays, { name: 'A' }, { role: 'admin' }))).toEqual({ margin: 'Required' })
    expect(validate(stays, { name: 'A' }, { role: 'staff' }).ok).toBe(true)
    expect(errorsOf(validate(stays, { name: 'A', nights: 3, from: '2026-07-01' }, { role: 'staff' }))).toEqual({
      discount: 'Required',
      season: 'Required',
    })
  })
})

describe('a field with readRole', () => {
  const guests = defineResource({
    name: 'guests',
    label: ['Guest', 'Guests'],
    icon: 'style',
    scope: 'tenant',
    api: '/guests',
    access: { read: 'viewer', write: 'staff' },
    fields: { name: text({ required: true }), vip: flag({ readRole: 'admin' }), note: text({ readRole: 'admin' }) },
    represent: 'name',
    list: { columns: ['name', 'vip'], search: ['name', 'note'], filters: ['vip'], sort: 'name' },
    form: [
      { name: 'who', title: 'Who', fields: ['name'] },
      { name: 'about', title: 'About', fields: ['vip', 'note'] },
    ],
    createForm: ['name', 'note'],
    conditions: { note: { when: { vip: [true] } } },
    readRoles: { story: 'owner' },
  })

  it('is not in the declaration of those below, wherever it was named', () => {
    const seen = asReadBy(guests, 'staff')
    expect(Object.keys(seen.fields)).toEqual(['name'])
    expect(seen).toMatchObject({
      list: { columns: ['name'], search: ['name'], filters: [], sort: 'name' },
      form: [{ name: 'who', title: 'Who', fields: ['name'] }],
      createForm: ['name'],
      conditions: {},
    })
    expect(asReadBy(guests, 'staff')).toBe(seen)
    expect(asReadBy(guests, 'owner')).toBe(guests)
    expect(Object.keys(asReadBy(guests, 'admin').fields)).toEqual(['name', 'vip', 'note'])
    expect(readableValues(guests, { name: 1, note: 2, story: 3 }, 'admin')).toEqual({ name: 1, note: 2 })
    expect(readableValues(guests, { name: 1, note: 2 }, null)).toEqual({ name: 1 })
  })

  it('is refused in what they send, like one that they may not write', () => {
    const current = { name: 'A', vip: true, note: 'Known' }
    const sent = { name: 'B', vip: false, note: 'Guessed' }
    const refused = {
      vip: { key: 'validation.forbidden', args: {} },
      note: { key: 'validation.forbidden', args: {} },
    }
    expect(validate(guests, sent, { role: 'staff', current })).toEqual({ ok: false, errors: refused })
    expect(validate(guests, sent, { role: 'staff' })).toEqual({ ok: false, errors: refused })
    expect(validate(guests, sent, { role: 'admin', current })).toEqual({ ok: true, values: sent })
    expect(validate(guests, { name: 'B' }, { role: 'staff' })).toEqual({
      ok: true,
      values: { name: 'B', vip: false, note: null },
    })
  })
})

describe('what follows from a declaration', () => {
  it('words its texts as channels do', () => {
    expect(textsOf(channels)).toMatchObject({
      created: 'Channel created successfully',
      deleteFailed: 'Failed to delete channel',
    })
  })

  it('fills paths, and refuses to leave a hole in one', () => {
    expect(fillPath('/catalog-items/{catalogItemId}/variants', { catalogItemId: 'a/b' })).toBe(
      '/catalog-items/a%2Fb/variants',
    )
    expect(() => fillPath('/catalog-items/{catalogItemId}/variants', { catalogItemId: '' })).toThrow(
      'needs the parameter "catalogItemId"',
    )
    expect(screenPath(tenants, 'edit', '7')).toBe('/superadmin/tenants/7/edit')
    expect(screenPath(tenants, 'create')).toBe('/superadmin/tenants/new')
    expect(screenPath(channels, 'edit', '7')).toBe('/setup/channels/')
  })

  it('lets each role do what the roles below it may, and nobody anything', () => {
    const access = { read: 'viewer', write: 'staff', delete: 'admin' } as const
    expect(mayAccess('viewer', access, 'list')).toBe(true)
    expect(mayAccess('viewer', access, 'edit')).toBe(false)
    expect(mayAccess('staff', access, 'delete')).toBe(false)
    expect(mayAccess('superuser', access, 'delete')).toBe(true)
    expect(mayAccess(null, access, 'list')).toBe(false)
  })
})
