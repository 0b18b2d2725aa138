import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { Assignment } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'

export type AssignedRow = Readonly<Record<string, unknown>>

/**
 * The related set of a record, in its order; with `isEffective` also what concerns the record without being assigned to it, each
 * with `via`. Under the resource's own key, so that whatever refreshes its records refreshes this.
 */
export const useAssigned = (assignment: Assignment, id: string | undefined, isEffective = false) => {
  const { name } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [name, 'assigned', assignment.path, { id, meta, isEffective }],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const query = isEffective ? { effective: true } : {}
      const rows = await dataProvider.call('GET', assignment.path, { params: { ...meta, id }, query, signal })
      return Array.isArray(rows) ? (rows as AssignedRow[]) : []
    },
  })
}
