import type { ApiScopeName } from '../schema'
import { type ApiScopes, action, choices, defineResource, instant, machineScopes, type RecordOf, text } from '../schema'

/** Of lifetime. */
export const keyYears = { most: 3, usual: 1 }

/** Both in epoch ms. */
export const inYears = (years: number, now: number): number => {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}

export const scopesOf = (scopes: ApiScopes) =>
  choices(Object.keys(scopes) as [ApiScopeName, ...ApiScopeName[]], {
    required: true,
    immutable: true,
    label: 'It may',
    help: 'As little as the program needs. A key that may do more is a new key.',
    labels: Object.fromEntries(Object.entries(scopes).map(([name, { label }]) => [name, label])),
  })

/** See docs/api-keys.md. */
export const apiKeys = defineResource({
  name: 'apiKeys',
  label: ['API Key', 'API Keys'],
  icon: 'key',
  scope: 'tenant',
  api: '/api-keys',
  screens: { base: '/settings/api-keys', form: 'dialog' },
  access: { read: 'owner', write: 'owner' },
  notTakenBack: 'A key is shown once.',
  // Keys are looked up before the tenant is known.
  beyondTenant: { read: ['id', 'name', 'scopes', 'expiresAt', 'revokedAt'] },
  fields: {
    name: text({ required: true, help: 'The program that uses it, such as “Website” or “Door lock”.' }),
    scopes: scopesOf(machineScopes),
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
    columns: ['name', 'prefix', 'scopes', 'expiresAt', 'lastUsedAt', 'lastUsedIp', 'revokedAt'],
    hidden: ['lastUsedIp'],
    search: ['name'],
    sort: 'name',
  },
  form: ['name', 'scopes', 'expiresAt'],
  bulk: false,
  texts: {
    empty: 'An API key lets a program of yours, or of a partner, do what you choose here, without anybody’s password.',
    deleted: 'API key revoked and deleted',
  },
})

export type ApiKey = RecordOf<typeof apiKeys>
