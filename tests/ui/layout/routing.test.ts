// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { registry } from '../../../src/resources'
import { isUnder } from '../../../src/routing/isUnder'
import { screenLocation } from '../../../src/routing/screenLocation'

describe('links of react-admin lead to the product’s addresses', () => {
  it.each([
    ['/users', '/superadmin/users/'],
    ['/users/create', '/superadmin/users/new'],
    ['/users/a%20b', '/superadmin/users/a%20b/edit'],
    ['/users/a%20b/show', '/superadmin/users/a%20b/show'],
    ['/users?page=2#top', '/superadmin/users/?page=2#top'],
    ['/channels', '/setup/channels/'],
    // The form of channels is a dialog over the list.
    ['/channels/create', '/setup/channels/'],
  ])('%s → %s', (from, to) => expect(screenLocation(registry, from)).toBe(to))

  it.each(['/', '/login', '/access-denied', '/setup/channels/', '/superadmin/users/new', '/memberships', '/nothing/5'])(
    '%s stays as it is',
    path => expect(screenLocation(registry, path)).toBe(path),
  )

  it('keeps the search of a location object', () => {
    expect(screenLocation(registry, { pathname: '/users', search: '?page=2' })).toEqual({
      pathname: '/superadmin/users/',
      search: '?page=2',
    })
    expect(screenLocation(registry, { search: '?page=2' })).toEqual({ search: '?page=2' })
  })
})

it('an area holds its own address and all below it, with and without a trailing slash', () => {
  expect(['/setup', '/setup/', '/setup/channels'].every(path => isUnder(path, '/setup/'))).toBe(true)
  expect(isUnder('/setups', '/setup')).toBe(false)
})
