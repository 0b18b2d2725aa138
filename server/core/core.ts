import type { AnyResource } from '../../src/schema'
import type { ResourceHooks } from '../crud/hooks'
import type { Product } from '../crud/product'
import { scopeOf } from '../crud/routes'
import type { Scope } from '../crud/scope'

/** The machine's records as a product extends them. */
export interface Core {
  declared: <R extends AnyResource>(record: R) => R
  hooksOf: (record: AnyResource) => ResourceHooks
  scope: <R extends AnyResource>(record: R, request: Parameters<typeof scopeOf>[2]) => Scope<R>
  /** The product's own fields of members that each call reads with its caller. */
  ofMembers: readonly string[]
}

/** @param hooks by resource; read when a call comes */
export const coreOf = (
  { resources, callerColumns }: Pick<Product, 'resources' | 'callerColumns'>,
  hooks: Readonly<Record<string, ResourceHooks>>,
): Core => {
  const declared = <R extends AnyResource>(record: R): R =>
    (resources.find(({ name }) => name === record.name) ?? record) as R
  const hooksOf = ({ name }: AnyResource): ResourceHooks => hooks[name] ?? {}
  return {
    declared,
    hooksOf,
    scope: (record, request) => scopeOf(declared(record), hooksOf(record), request),
    ofMembers: callerColumns.membership,
  }
}
