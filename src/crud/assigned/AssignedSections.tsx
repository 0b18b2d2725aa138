import { useId } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { Assignment } from '../../schema'
import { useDeclaration } from '../declaration'
import styles from '../form/form.module.css'
import { resourceKeys } from '../text/resourceKeys'
import { AssignedInput } from './AssignedInput'
import { assignmentsOf } from './assignedSet'

const AssignedSection = ({ name, assignment }: { name: string; assignment: Assignment }) => {
  const translate = useMachineText()
  const keys = resourceKeys(useDeclaration())
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{translate(keys.assigned(name))}</h2>
        {assignment.help && <p>{translate(keys.assignedHelp(name))}</p>}
      </div>
      <AssignedInput name={name} assignment={assignment} />
    </section>
  )
}

/** The related sets of a record, as sections of its form. They are saved with it. */
const AssignedSections = () =>
  assignmentsOf(useDeclaration()).map(([name, assignment]) => (
    <AssignedSection key={name} name={name} assignment={assignment} />
  ))

export default AssignedSections
