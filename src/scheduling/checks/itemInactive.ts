import type { RequestCheck } from './Check'

export const itemInactive: RequestCheck = {
  code: 'item_inactive',
  passed: 'The item is active.',
  passes: ({ item }) => (item.status ?? 'active') === 'active',
  findings: ({ item }) => [{ text: `${item.name} is ${item.status === 'archived' ? 'archived' : 'still a draft'}.` }],
}
