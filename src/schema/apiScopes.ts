/** A scope: what an API key may be given (docs/api-keys.md). */
export interface ApiScope {
  /** What it allows, in words. */
  readonly label: string
  /** What calls that it opens run as; `staff` unless given, and never less than the call itself asks for. */
  readonly role?: 'admin'
  /** Scopes that it includes. */
  readonly includes?: readonly ApiScopeName[]
  /** It is needed beside the call's own wherever this member of a body is true. */
  readonly forMember?: string
}

/** The scopes of the machine's own calls. */
export const machineScopes = { 'audit.read': { label: 'Read the audit log' } } as const

type MachineScopes = typeof machineScopes

/** The names of all scopes. A product adds its own here, as `src/resources/apiScopes.ts` does. */
export interface ApiScopeNames extends MachineScopes {}

export type ApiScopeName = keyof ApiScopeNames & string

/** A product's scopes, by name. */
export type ApiScopes = Readonly<Record<string, ApiScope>>

/** With which scopes API keys may call the generated routes of a resource. Any one suffices; without one no key may. */
export interface ResourceScopes {
  /** To read the records. */
  readonly read?: readonly ApiScopeName[]
  /** To write them, run their actions, and see what keeps them from being deleted. */
  readonly write?: readonly ApiScopeName[]
  /** Members of a record that are there only for keys with a further scope. */
  readonly members?: Readonly<Record<string, ApiScopeName>>
}

/** These scopes with all that they include. */
export const withIncluded = (scopes: ApiScopes, given: readonly string[]): Set<string> =>
  new Set(given.flatMap(name => [name, ...(scopes[name]?.includes ?? [])]))
