import type { AnyResource, Assignment } from '../../schema'

export interface AssignedSet {
  loaded: readonly string[]
  ids: readonly string[]
}

export const assignedField = 'assigned'
export const assignedPath = (name: string): string => `${assignedField}.${name}`

export type AssignedSets = Readonly<Record<string, AssignedSet | undefined>>

export const assignmentsOf = ({ assigns }: AnyResource): [string, Assignment][] => Object.entries(assigns ?? {})

export const changedSets = (
  resource: AnyResource,
  sets: AssignedSets,
): { assignment: Assignment; ids: readonly string[] }[] =>
  assignmentsOf(resource).flatMap(([name, assignment]) => {
    const set = sets[name]
    const isChanged = set && (set.ids.length !== set.loaded.length || set.ids.some((id, i) => id !== set.loaded[i]))
    return isChanged ? [{ assignment, ids: set.ids }] : []
  })

/** Ids, or objects with a rank from 0. */
export const bodyOf = ({ body, key, rank }: Assignment, ids: readonly string[]) => ({
  [body]: key ? ids.map((id, index) => ({ [key]: id, ...(rank && { [rank]: index }) })) : ids,
})

export const sentWith = (
  fields: Readonly<Record<string, unknown>>,
  changed: ReturnType<typeof changedSets>,
): Record<string, unknown> =>
  Object.assign({}, fields, ...changed.map(({ assignment, ids }) => bodyOf(assignment, ids)))

export const idsOf = ({ key = 'id' }: Assignment, rows: readonly Readonly<Record<string, unknown>>[]): string[] =>
  rows.map(row => String(row[key]))
