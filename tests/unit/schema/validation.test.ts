import { describe, expect, it } from 'vitest'
import { channels } from '../../../src/resources/channels'
import { tenants } from '../../../src/resources/tenants'
import {
  choice,
  defineResource,
  englishText,
  fillPath,
  mayAccess,
  screenPath,
  text,
  textsOf,
  validate,
} from '../../../src/schema'

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
      },
    })
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
