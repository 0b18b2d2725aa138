import type { RequestCheck } from './Check'

export const channelInactive: RequestCheck = {
  code: 'channel_inactive',
  passed: 'The channel is active.',
  passes: ({ channel }) => channel?.isActive !== false,
  findings: ({ channel }) => [{ text: `The channel ${channel?.name} is inactive.` }],
}
