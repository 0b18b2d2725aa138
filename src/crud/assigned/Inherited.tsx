import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource, Assignment } from '../../schema'
import { ReferenceLink } from '../kinds/references'
import styles from './assigned.module.css'
import { useAssigned } from './useAssigned'

interface InheritedProps {
  assignment: Assignment
  id: string
  assigned: readonly string[]
}

/** Records that apply without being assigned. */
export const Inherited = ({ assignment, id, assigned }: InheritedProps) => {
  const text = useMachineText()
  const { data = [] } = useAssigned(assignment, id, true)
  const target = assignment.of() as AnyResource
  const rows = data.filter(row => !assigned.includes(String(row.id)) && row.via !== 'resource')
  if (rows.length === 0) return null
  return (
    <div>
      <p>{text('crud.assigned.inherited')}</p>
      <ul className={styles.inherited}>
        {rows.map(row => (
          <li key={String(row.id)}>
            <ReferenceLink target={target} id={String(row.id)} />{' '}
            {text(`crud.assigned.via.${row.via}`, { _: String(row.via) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
