import type { ApiScopeNames } from './own'

/** An API key's scope: its label and its calls' role (docs/api-keys.md). */
export interface ApiScope {
  readonly label: string
  /** `staff` by default; never below the call's own. */
  readonly role?: 'admin'
  readonly includes?: readonly ApiScopeName[]
  /** Required, beside the call's scope, if this member of a body is true. */
  readonly forMember?: string
}

/** The scopes of the machine's calls; a product adds its own. */
export const machineScopes = {
  'events.read': { label: 'Read the events: what happens, as it happens' },
  webhooks: { label: 'See and change webhooks, and what they sent', role: 'admin' },
  'audit.read': { label: 'Read the audit log' },
} as const

/** An API key's scope, such as `audit.read`. */
export type ApiScopeName = keyof ApiScopeNames & string

export type ApiScopes = Readonly<Record<string, ApiScope>>

/** Any one of them allows the generated calls; without one, no key may make them. */
export interface ResourceScopes {
  readonly read?: readonly ApiScopeName[]
  /** Also for actions, and for reading what prevents a deletion. */
  readonly write?: readonly ApiScopeName[]
  readonly members?: Readonly<Record<string, ApiScopeName>>
}

export const withIncluded = (scopes: ApiScopes, given: readonly string[]): Set<string> =>
  new Set(given.flatMap(name => [name, ...(scopes[name]?.includes ?? [])]))
