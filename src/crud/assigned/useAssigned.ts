import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { Assignment } from '../../schema'
import { useDeclaration, useMeta } from '../declaration'

export type AssignedRow = Readonly<Record<string, unknown>>

/** `isEffective` adds records that apply unassigned. */
export const useAssigned = (assignment: Assignment, id: string | undefined, isEffective = false) => {
  const { name } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useQuery({
    queryKey: [name, 'assigned', assignment.path, { id, meta, isEffective }],
    enabled: id !== undefined,
    queryFn: ({ signal }) => {
      const query = isEffective ? { effective: true } : {}
      return dataProvider.request<AssignedRow[]>('GET', assignment.path, { params: { ...meta, id }, query, signal })
    },
  })
}
