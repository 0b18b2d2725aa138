import type { checks } from '../i18n/en/machine/checks'
import type { machineScopes } from './apiScopes'
import type { MachineIcon } from './machineIcon'

// Interfaces to which a product adds its own: `declare module 'slotwise/declare' { interface Icons { … } }`.

type MachineScopes = typeof machineScopes
type MachineChecks = typeof checks

/**
 * The names of icons. A product adds the names of those that it gives (`defineProduct`).
 *
 * @example
 * declare module 'slotwise/declare' {
 *   interface Icons { bike: unknown }
 * }
 */
export interface Icons extends Record<MachineIcon, unknown> {}

/** The texts of checks. A product adds its own here and with `addCheckTexts`. */
export interface CheckTexts extends MachineChecks {}

/** The names of all scopes of API keys. A product adds those that it gives (`createProduct`). */
export interface ApiScopeNames extends MachineScopes {}
