import { core, extend, type ResourceRef, reference } from '../declare'
import { beyondChannels } from './apiScopes'
import { channels } from './channels'

export const apiKeys = extend(core.apiKeys, {
  beyondTenant: { read: ['id', 'name', 'scopes', 'channelId', 'expiresAt', 'revokedAt'] },
  fields: {
    channelId: reference((): ResourceRef => channels, {
      immutable: true,
      label: 'Only through',
      help: 'It books through this channel alone, and sees its bookings alone.',
    }),
  },
  list: {
    ...core.apiKeys.list,
    columns: ['name', 'prefix', 'scopes', 'channelId', 'expiresAt', 'lastUsedAt', 'lastUsedIp', 'revokedAt'],
    hidden: ['channelId', 'lastUsedIp'],
  },
  form: ['name', 'scopes', 'channelId', 'expiresAt'],
  check: ({ scopes, channelId }) =>
    channelId && scopes?.some(scope => beyondChannels.includes(scope)) ? { channelId: 'validation.channelScopes' } : {},
})
