import { useRecordContext } from 'ra-core'
import { lazy, Suspense, useId } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyFormSection, formSections } from '../../schema'
import { assignmentsOf } from '../assigned/assignedSet'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { FormField } from './FormField'
import styles from './form.module.css'

const AssignedSections = lazy(() => import('../assigned/AssignedSections'))

const Section = ({ section }: { section: AnyFormSection }) => {
  const translate = useMachineText()
  const keys = resourceKeys(useDeclaration())
  const id = useId()
  const fields = section.fields.map(name => <FormField key={name} name={name} />)
  if (!section.title) return <div className={styles.fields}>{fields}</div>
  return (
    <section
      className={section.fields.length === 1 ? `${styles.section} ${styles.single}` : styles.section}
      aria-labelledby={id}
    >
      <div>
        <h2 id={id}>{translate(keys.section(section.name))}</h2>
        {section.help && <p>{translate(keys.sectionHelp(section.name))}</p>}
      </div>
      <div className={styles.fields}>{fields}</div>
    </section>
  )
}

/**
 * The declared form: sections with their fields, and related sets. A new record gets the shorter form, if one is
 * declared.
 */
export const FormSections = () => {
  const resource = useDeclaration()
  const isNew = useRecordContext()?.id === undefined
  if (isNew && resource.createForm) return <Section section={{ name: '', title: '', fields: resource.createForm }} />
  return (
    <>
      {formSections(resource).map(section => (
        <Section key={section.name} section={section} />
      ))}
      {assignmentsOf(resource).length > 0 && (
        <Suspense fallback={null}>
          <AssignedSections />
        </Suspense>
      )}
    </>
  )
}
