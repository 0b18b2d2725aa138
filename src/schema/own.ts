import type { checks } from '../i18n/en/machine/checks'
import type { machineScopes } from './apiScopes'
import type { MachineIcon } from './machineIcon'

// A product extends these interfaces: `declare module 'slotwise/declare' { interface Icons { … } }`.

type MachineScopes = typeof machineScopes
type MachineChecks = typeof checks

/**
 * The names of icons. A product adds its own (`defineProduct`).
 *
 * @example
 * declare module 'slotwise/declare' {
 *   interface Icons { bike: unknown }
 * }
 */
export interface Icons extends Record<MachineIcon, unknown> {}

/** The texts of checks. A product adds its own here and by `addCheckTexts`. */
export interface CheckTexts extends MachineChecks {}

/** The scopes of API keys. A product adds its own (`createProduct`). */
export interface ApiScopeNames extends MachineScopes {}
