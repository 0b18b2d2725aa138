export * from './access'
export * from './action'
export * from './apiScopes'
export * from './conditions'
export * from './decimals'
export * from './derived'
export * from './effects'
export * from './events'
export * from './extend'
export * from './field'
export * from './filterNames'
export * from './kinds'
export * from './memoize'
export * from './messages'
export * from './naming'
export * from './part'
export * from './paths'
export * from './reading'
export * from './registry'
export * from './resource'
export type * from './rows'
/**
 * The words of rules about rows (docs/adding-an-entity.md#rules-about-rows).
 *
 * @example
 * rows: { read: [rows.role('admin'), rows.mine('lentById')] }
 */
export * as rows from './rowTerms'
export * from './said'
export * from './screens'
export * from './search'
export * from './takeBack'
export * from './tenantOf'
export * from './texts'
