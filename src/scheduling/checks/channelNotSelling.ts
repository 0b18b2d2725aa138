import type { RequestCheck } from './Check'

export const channelNotSelling: RequestCheck = {
  code: 'channel_not_selling',
  passed: 'The channel sells this item.',
  passes: ({ channel, item }) => channel?.sellsAllItems !== false || (channel.catalogItemIds ?? []).includes(item.id),
  findings: ({ channel, item }) => [{ text: `The channel ${channel?.name} does not sell ${item.name}.` }],
}
