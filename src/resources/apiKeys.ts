import { action, choices, defineResource, instant, type RecordOf, type ResourceRef, reference, text } from '../schema'
import { apiScopeNames, apiScopes, beyondChannels } from './apiScopes'
import { channels } from './channels'

/** The longest and the default lifetime of a key, in years. */
export const keyYears = { most: 3, usual: 1 }

/** Today's day and time in some years, in epoch ms. */
export const inYears = (years: number): number => {
  const date = new Date()
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}

/** See docs/api-keys.md. */
export const apiKeys = defineResource({
  name: 'apiKeys',
  label: ['API Key', 'API Keys'],
  icon: 'key',
  scope: 'tenant',
  api: '/api-keys',
  screens: { base: '/settings/api-keys', form: 'dialog' },
  access: { read: 'owner', write: 'owner' },
  // The server looks a key up before it knows the tenant.
  beyondTenant: { read: ['id', 'name', 'scopes', 'channelId', 'expiresAt', 'revokedAt'] },
  fields: {
    name: text({ required: true, help: 'The program that uses it, such as “Website” or “Door lock”.' }),
    scopes: choices(apiScopeNames, {
      required: true,
      immutable: true,
      label: 'It may',
      help: 'As little as the program needs. A key that may do more is a new key.',
      labels: Object.fromEntries(Object.entries(apiScopes).map(([name, { label }]) => [name, label])),
    }),
    channelId: reference((): ResourceRef => channels, {
      immutable: true,
      label: 'Only through',
      help: 'It books through this channel alone, and sees its bookings alone.',
    }),
    expiresAt: instant({
      label: 'Valid until',
      help: 'At most three years. Empty: until it is revoked.',
      none: 'No end date',
    }),
    prefix: text({ required: true, readOnly: true, max: 11, label: 'Begins with' }),
    lastUsedAt: instant({ computed: true, label: 'Last used' }),
    lastUsedIp: text({ computed: true, label: 'Last used from' }),
    revokedAt: instant({ readOnly: true, label: 'Revoked' }),
  },
  represent: 'name',
  actions: {
    revoke: action({
      label: 'Revoke',
      done: 'Revoked',
      confirm: 'Programs that use this key are shut out with their next call. This cannot be undone.',
      tone: 'danger',
    }),
  },
  list: {
    columns: ['name', 'prefix', 'scopes', 'channelId', 'expiresAt', 'lastUsedAt', 'lastUsedIp', 'revokedAt'],
    hidden: ['channelId', 'lastUsedIp'],
    search: ['name'],
    sort: 'name',
  },
  form: ['name', 'scopes', 'channelId', 'expiresAt'],
  check: ({ scopes, channelId }) =>
    channelId && scopes?.some(scope => beyondChannels.includes(scope)) ? { channelId: 'validation.channelScopes' } : {},
  bulk: false,
  texts: {
    empty: 'An API key lets a program of yours, or of a partner, do what you choose here, without anybody’s password.',
    deleted: 'API key revoked and deleted',
  },
})

export type ApiKey = RecordOf<typeof apiKeys>
