// Interfaces to which a product adds its own: `declare module 'slotwise/serve' { interface Tables … }`.

/** A row of a table without a declaration. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type UndeclaredRow = Record<string, any>

type AuthTable =
  | 'attempts'
  | 'challenges'
  | 'factors'
  | 'formerAddresses'
  | 'knownDevices'
  | 'oneTimeTokens'
  | 'recoveryCodes'
  | 'refreshTokens'
  | 'serviceKeys'
  | 'sessions'
  | 'signingKeys'
  | 'users'

/** The tables that queries may name. A product adds its own (`TablesOf`). */
export interface Tables extends Record<`authService.${AuthTable}`, UndeclaredRow> {
  auditEntries: UndeclaredRow
  files: UndeclaredRow
  platformFiles: UndeclaredRow
  fileRemovals: UndeclaredRow
  requestCounts: UndeclaredRow
  idempotencyKeys: UndeclaredRow
  apiKeySecrets: UndeclaredRow
}

/** The product's own settings, from the `settings` of its subjects. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface OwnConfig {}
