import type { ApiScopeNames } from './own'

/** An API key's scope: its label, and the role of its calls (docs/api-keys.md). */
export interface ApiScope {
  readonly label: string
  /** `staff` by default, and never less than the call requires. */
  readonly role?: 'admin'
  readonly includes?: readonly ApiScopeName[]
  /** Required, beside the call's own scope, where this member of a body is true. */
  readonly forMember?: string
}

/** The scopes of the machine's own calls; a product adds its own. */
export const machineScopes = {
  'events.read': { label: 'Read the events: what happens, as it happens' },
  webhooks: { label: 'See and change webhooks, and what they sent', role: 'admin' },
  'audit.read': { label: 'Read the audit log' },
} as const

/** The name of an API key's scope, such as `audit.read`. */
export type ApiScopeName = keyof ApiScopeNames & string

export type ApiScopes = Readonly<Record<string, ApiScope>>

/** Any one of them suffices to call the generated routes; without one no key may. */
export interface ResourceScopes {
  readonly read?: readonly ApiScopeName[]
  /** Also for actions, and for the reasons against a deletion. */
  readonly write?: readonly ApiScopeName[]
  /** Members that only keys with a further scope get. */
  readonly members?: Readonly<Record<string, ApiScopeName>>
}

export const withIncluded = (scopes: ApiScopes, given: readonly string[]): Set<string> =>
  new Set(given.flatMap(name => [name, ...(scopes[name]?.includes ?? [])]))
