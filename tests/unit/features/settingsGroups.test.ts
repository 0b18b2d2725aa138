import { expect, it } from 'vitest'
import { settingsGroups } from '../../../src/features/settings/settingsGroups'
import { inGroups } from '../../../src/pages/settings/settingsGroups'

const page = (to: string) => ({ to })

it('the settings stand in their groups, whatever order they come in, and a page of no group is the business’s', () => {
  const pages = ['/settings/problems/', '/settings/new-page/', '/settings/webhooks/', '/settings/tenant/']
  expect(
    inGroups(settingsGroups, pages.map(page)).map(group => [group.key, ...group.pages.map(({ to }) => to)]),
  ).toEqual([
    ['business', '/settings/tenant/', '/settings/new-page/'],
    ['connections', '/settings/webhooks/', '/settings/problems/'],
  ])
})
