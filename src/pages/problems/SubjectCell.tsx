import type { CellProps } from '../../crud/kinds/kindView'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import { useMachineText } from '../../i18n/useMachineText'

const SubjectCell = ({ value }: CellProps<'text'>) => {
  const text = useMachineText()
  const known = useRegistry().all.find(({ name }) => name === value)
  return known ? text(resourceKeys(known).name, { smart_count: 1 }) : value
}

export default SubjectCell
