import type { ApiScopeNames } from './own'

/** An API key's scope (docs/api-keys.md). */
export interface ApiScope {
  readonly label: string
  /** `staff` by default; never below the call's own. */
  readonly role?: 'admin'
  readonly includes?: readonly ApiScopeName[]
  /** A member of the body that, if true, needs this scope, too. */
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

/** Any one suffices; without one, no key may make the generated calls. */
export interface ResourceScopes {
  readonly read?: readonly ApiScopeName[]
  /** Also allows actions, and reading what prevents a deletion. */
  readonly write?: readonly ApiScopeName[]
  readonly members?: Readonly<Record<string, ApiScopeName>>
}

export const withIncluded = (scopes: ApiScopes, given: readonly string[]): Set<string> =>
  new Set(given.flatMap(name => [name, ...(scopes[name]?.includes ?? [])]))
