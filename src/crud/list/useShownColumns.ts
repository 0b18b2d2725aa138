import { useStore } from 'ra-core'
import { useDeclaration } from '../declaration'

const none: string[] = []

/** The columns that the person has hidden, remembered for each resource. */
export const useHiddenColumns = () => useStore<string[]>(`${useDeclaration().name}.datatable`, none)

/** The declared columns without the hidden ones; the first one stays, since it names the record. */
export const useShownColumns = (): string[] => {
  const { list } = useDeclaration()
  const [hidden] = useHiddenColumns()
  return list.columns.filter((column: string, index: number) => index === 0 || !hidden.includes(column))
}
