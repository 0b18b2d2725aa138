import { useRecordContext } from 'ra-core'
import { lazy, Suspense, useId } from 'react'
import type { DeclaredKey } from '../../i18n/text'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyFormSection, type AnyResource, formSections } from '../../schema'
import { Stack } from '../../ui/layout'
import { assignmentsOf } from '../assigned/assignedSet'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { FieldGrid } from './FieldGrid'
import { FormField } from './FormField'
import styles from './form.module.css'

const MoreSections = lazy(() => import('./MoreSections'))
const AssignedInput = lazy(async () => ({ default: (await import('../assigned/AssignedInput')).AssignedInput }))

interface Part {
  key: string
  title?: DeclaredKey | undefined
  help?: DeclaredKey | undefined
  fields: readonly string[]
  assigns: readonly string[]
}

const partOf = (resource: AnyResource, { name, title, help, fields, assigns = [] }: AnyFormSection): Part => {
  const keys = resourceKeys(resource)
  const ofSet = assigns.find(each => resource.assigns?.[each]?.help)
  return {
    key: name,
    title: title ? keys.section(name) : undefined,
    help: help ? keys.sectionHelp(name) : ofSet ? keys.assignedHelp(ofSet) : undefined,
    fields,
    assigns,
  }
}

const otherSets = (resource: AnyResource, sections: readonly AnyFormSection[]): Part[] => {
  const keys = resourceKeys(resource)
  const placed = sections.flatMap(({ assigns = [] }) => assigns)
  return assignmentsOf(resource)
    .filter(([name]) => !placed.includes(name))
    .map(([name, { help }]) => ({
      key: `assigned.${name}`,
      title: keys.assigned(name),
      help: help ? keys.assignedHelp(name) : undefined,
      fields: [],
      assigns: [name],
    }))
}

const Section = ({ part: { title, help, fields, assigns } }: { part: Part }) => {
  const text = useMachineText()
  const { assigns: sets = {} } = useDeclaration()
  const id = useId()
  const content = (
    <Stack gap="0.75rem" className={styles.card}>
      {fields.length > 0 && (
        <FieldGrid>
          {fields.map(name => (
            <FormField key={name} name={name} />
          ))}
        </FieldGrid>
      )}
      {assigns.map(name => {
        const assignment = sets[name]
        return (
          assignment && (
            <Suspense key={name} fallback={null}>
              <AssignedInput name={name} assignment={assignment} />
            </Suspense>
          )
        )
      })}
    </Stack>
  )
  if (!title) return content
  const isSingle = fields.length + assigns.length === 1
  return (
    <section className={isSingle ? `${styles.section} ${styles.single}` : styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{text(title)}</h2>
        {help && <p>{text(help)}</p>}
      </div>
      {content}
    </section>
  )
}

/** All inputs of a form, in sections. */
export const FormSections = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const isNew = useRecordContext()?.id === undefined
  if (isNew && resource.createForm) return <Section part={{ key: '', fields: resource.createForm, assigns: [] }} />
  const sections = formSections(resource)
  const seldom = sections.filter(({ isSeldom }) => isSeldom)
  const section = (part: Part) => <Section key={part.key} part={part} />
  return (
    <>
      {sections.filter(({ isSeldom }) => !isSeldom).map(each => section(partOf(resource, each)))}
      {otherSets(resource, sections).map(section)}
      {seldom.length > 0 && (
        <Suspense fallback={null}>
          <MoreSections
            titles={seldom.map(({ name }) => text(resourceKeys(resource).section(name)))}
            fields={seldom.flatMap(({ fields }) => fields)}
          >
            {seldom.map(each => section(partOf(resource, each)))}
          </MoreSections>
        </Suspense>
      )}
    </>
  )
}
