import type { RequestCheck } from './Check'

export const itemInactive: RequestCheck = {
  code: 'item_inactive',
  passes: ({ item }) => (item.status ?? 'active') === 'active',
  findings: ({ item }) => [
    {
      sentence: item.status === 'archived' ? 'item_inactive.archived' : 'item_inactive.draft',
      params: { item: item.name },
    },
  ],
}
