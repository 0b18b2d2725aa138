import { useTranslate } from 'ra-core'
import type { AnyResource, Assignment } from '../../schema'
import { ReferenceLink } from '../cells/ReferenceLink'
import { useCrudText } from '../text/useCrudText'
import styles from './assigned.module.css'
import { useAssigned } from './useAssigned'

interface InheritedProps {
  assignment: Assignment
  id: string
  assigned: readonly string[]
}

/** What concerns a record without being assigned to it, and how it comes to: through its type, or because it concerns everything. */
export const Inherited = ({ assignment, id, assigned }: InheritedProps) => {
  const text = useCrudText()
  const translate = useTranslate()
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
            {translate(`crud.assigned.via.${row.via}`, { _: String(row.via) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
