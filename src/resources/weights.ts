import { type Fields, integer, items, type ResourceRef, reference } from '../declare'
import { bookableResources } from './resources'

const weightFields = {
  resourceId: reference((): ResourceRef => bookableResources, { required: true }),
  weight: integer({ required: true, min: 1, max: 100 }),
} satisfies Fields

/** Larger shares than others' (docs/domain.md#fair-choice). */
export const weights = () =>
  items(weightFields, { max: 100, itemLabel: 'weighted resource', help: 'Anyone not listed has weight 1.' })
