import type { RequestCheck } from './Check'

export const channelInactive: RequestCheck = {
  code: 'channel_inactive',
  passes: ({ channel }) => channel?.isActive !== false,
  findings: ({ channel }) => [{ sentence: 'channel_inactive', params: { channel: channel?.name ?? '' } }],
}
