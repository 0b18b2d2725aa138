import type { RequestCheck } from './Check'

export const channelNotSelling: RequestCheck = {
  code: 'channel_not_selling',
  passes: ({ channel, item }) => channel?.sellsAllItems !== false || (channel.catalogItemIds ?? []).includes(item.id),
  findings: ({ channel, item }) => [
    { sentence: 'channel_not_selling', params: { channel: channel?.name ?? '', item: item.name } },
  ],
}
