import { type ComponentType, lazy } from 'react'
import { resourceRules } from '../resources/resourceRules'
import { resourcesResource } from '../resources/resources'
import type { AnyResource, Resource } from '../schema'
import type { CellProps, FieldOwner, InputProps } from './kinds'
import { AffectedCell } from './overrides/AffectedCell'

type FieldName<R> = R extends Resource<string, string, infer F> ? keyof F & string : never

type KindOf<R, K> = R extends Resource<string, string, infer F> ? (K extends keyof F ? F[K]['kind'] : never) : never

interface AnyOverrides {
  cells?: Readonly<Record<string, ComponentType<CellProps>>>
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>
}

/** Fields of one resource that have a cell or an input of their own in place of their kind's. */
interface FieldOverrides<R extends AnyResource> {
  cells?: { readonly [K in FieldName<R>]?: ComponentType<CellProps<KindOf<R, K>>> }
  inputs?: { readonly [K in FieldName<R>]?: ComponentType<InputProps<KindOf<R, K>>> }
}

/** All there are, by resource. Inputs are lazy, so that a form loads only its own; names and kinds are the declaration's. */
const fieldOverrides = {
  [resourcesResource.name]: {
    inputs: { capacity: lazy(() => import('./overrides/CapacityInput')) },
  } satisfies FieldOverrides<typeof resourcesResource>,
  [resourceRules.name]: {
    cells: { affectedResourceCount: AffectedCell },
  } satisfies FieldOverrides<typeof resourceRules>,
} as unknown as Readonly<Record<string, AnyOverrides>>

export const fieldOverridesOf = ({ name }: Pick<FieldOwner, 'name'>): AnyOverrides => fieldOverrides[name] ?? {}
