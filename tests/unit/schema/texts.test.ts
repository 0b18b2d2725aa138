import { expect, it } from 'vitest'
import { users } from '../../../src/core'
import { channels } from '../../../src/resources/channels'
import { tenants } from '../../../src/resources/tenants'
import { choiceLabel, fieldLabel, loadingText, screenTitle } from '../../../src/schema'

it('words titles and loading messages as the product does', () => {
  expect(loadingText(channels, 'list')).toBe('Loading Channels...')
  expect(loadingText(users, 'edit')).toBe('Loading user...')
  expect(loadingText(tenants, 'edit')).toBe('Loading tenant...')
  expect([screenTitle(users, 'list'), screenTitle(users, 'create'), screenTitle(users, 'edit')]).toEqual([
    'Users',
    'New User',
    'Edit User',
  ])
})

it('makes labels from names, unless they are given', () => {
  expect(fieldLabel(tenants, 'weekStartsOn')).toBe('Week starts on')
  expect(fieldLabel(channels, 'isActive')).toBe('Active')
  expect(choiceLabel(channels, 'kind', 'back_office')).toBe('Back office')
  expect(choiceLabel(channels, 'kind', 'walk_in')).toBe('Walk-in')
})
