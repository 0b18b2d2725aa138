import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { type AnyFormSection, formSections } from '../../schema'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { FormField } from './FormField'
import styles from './form.module.css'

const Section = ({ section, index }: { section: AnyFormSection; index: number }) => {
  const translate = useTranslate()
  const keys = resourceKeys(useDeclaration())
  const id = useId()
  const fields = section.fields.map(name => <FormField key={name} name={name} />)
  if (!section.title) return <div className={styles.fields}>{fields}</div>
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{translate(keys.section(index))}</h2>
        {section.help && <p>{translate(keys.sectionHelp(index))}</p>}
      </div>
      <div className={styles.fields}>{fields}</div>
    </section>
  )
}

/** The declared form: its sections with their fields. */
export const FormSections = () =>
  formSections(useDeclaration()).map((section, index) => (
    <Section key={section.title} section={section} index={index} />
  ))
