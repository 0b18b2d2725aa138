import type { ComponentType } from 'react'
import type { AnyResource, Resource } from '../schema'
import type { CellProps, FieldOwner, InputProps } from './kinds'

type FieldName<R> = R extends Resource<string, string, infer F> ? keyof F & string : never

/** Fields of one resource that have a cell or an input of their own in place of their kind's. */
interface FieldOverrides<R extends AnyResource> {
  cells?: { readonly [K in FieldName<R>]?: ComponentType<CellProps> }
  inputs?: { readonly [K in FieldName<R>]?: ComponentType<InputProps> }
}

/**
 * All there are, by resource. Components are lazy, so that a screen loads only its own, and names are checked against the
 * declaration:
 *
 * @example
 * [schedules.name]: {
 *   inputs: { weeklyHours: lazy(() => import('./inputs/WeeklyHoursInput')) },
 * } satisfies FieldOverrides<typeof schedules>,
 */
const fieldOverrides: Readonly<Record<string, FieldOverrides<AnyResource>>> = {}

export const fieldOverridesOf = ({ name }: Pick<FieldOwner, 'name'>): FieldOverrides<AnyResource> =>
  fieldOverrides[name] ?? {}
