import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource, Assignment } from '../../schema'
import { Muted, Row } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { AssignedName } from './AssignedName'
import styles from './assigned.module.css'
import { idsOf } from './assignedSet'
import { useAssigned } from './useAssigned'

interface AssignedSummaryProps {
  name: string
  assignment: Assignment
  id: string
}

/** The label keeps its place while loading. */
export const AssignedSummary = ({ name, assignment, id }: AssignedSummaryProps) => {
  const text = useMachineText()
  const keys = resourceKeys(useDeclaration())
  const { data } = useAssigned(assignment, id)
  const target = assignment.of() as AnyResource
  return (
    <Row wrap gap="0.25rem 0.375rem">
      <Muted as="span">{text(keys.assigned(name))}:</Muted>
      {data?.length === 0 && <strong>{text('crud.assigned.none')}</strong>}
      {idsOf(assignment, data ?? []).map((each, index) => (
        <span key={each} className={styles.chip}>
          {assignment.rank && <span className={styles.rank}>{index + 1}</span>}
          <span>
            <AssignedName target={target} id={each} />
          </span>
        </span>
      ))}
    </Row>
  )
}
