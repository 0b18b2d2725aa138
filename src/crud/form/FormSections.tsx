import { useRecordContext, useTranslate } from 'ra-core'
import { lazy, Suspense, useId } from 'react'
import { type AnyFormSection, formSections } from '../../schema'
import { assignmentsOf } from '../assigned/assignedSet'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { FormField } from './FormField'
import styles from './form.module.css'

const AssignedSections = lazy(() => import('../assigned/AssignedSections'))

const Section = ({ section, index }: { section: AnyFormSection; index: number }) => {
  const translate = useTranslate()
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
        <h2 id={id}>{translate(keys.section(index))}</h2>
        {section.help && <p>{translate(keys.sectionHelp(index))}</p>}
      </div>
      <div className={styles.fields}>{fields}</div>
    </section>
  )
}

/** The declared form: its sections with their fields and the related sets; of a new record the shorter form where there is one. */
export const FormSections = () => {
  const resource = useDeclaration()
  const isNew = useRecordContext()?.id === undefined
  if (isNew && resource.createForm) return <Section section={{ title: '', fields: resource.createForm }} index={0} />
  return (
    <>
      {formSections(resource).map((section, index) => (
        <Section key={section.title} section={section} index={index} />
      ))}
      {assignmentsOf(resource).length > 0 && (
        <Suspense fallback={null}>
          <AssignedSections />
        </Suspense>
      )}
    </>
  )
}
