import { type Fields, integer, items, type ResourceRef, references } from '../declare'
import { resourceTypes } from './resourceTypes'

const phaseFields = {
  minutes: integer({ required: true, min: 5, max: 1440 }),
  frees: references((): ResourceRef => resourceTypes),
} satisfies Fields

/** When a booking needs each of its resources (docs/domain.md#phases). */
export const phases = <const R extends true | undefined = undefined>(options: { readOnly?: R } = {}) =>
  items(phaseFields, { max: 8, itemLabel: 'phase', ...options })

export interface Phase {
  readonly minutes: number
  readonly frees: readonly string[]
}
