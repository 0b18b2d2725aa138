import { useTranslate } from 'ra-core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { fieldLabel, fieldOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import styles from './form.module.css'

const controls = [
  '[aria-invalid=true]',
  '[role=combobox]',
  'input:not([type=hidden], [type=color], [aria-hidden=true])',
  'textarea',
  'button',
]

/** Moves the focus to the input of a field in the same form, whatever kind of control it is. */
const focusField = (event: MouseEvent<HTMLElement>, name: string) => {
  const field = event.currentTarget.closest('form')?.querySelector(`[data-field="${name}"]`)
  const control = controls.map(selector => field?.querySelector<HTMLElement>(selector)).find(Boolean)
  if (!control) return
  event.preventDefault()
  control.focus()
}

/** What is wrong with the form, at its top, once somebody has tried to save: it takes the focus and leads to each field. */
export const ErrorSummary = () => {
  const text = useCrudText()
  const translate = useTranslate()
  const resource = useDeclaration()
  const { errors, submitCount } = useFormState()
  const summary = useRef<HTMLDivElement>(null)
  const problem = errors.root?.server?.message
  const names = Object.keys(errors).filter(name => name !== 'root')
  const isShown = submitCount > 0 && (names.length > 0 || problem !== undefined)

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus()
  }, [submitCount])

  if (!isShown) return null
  const labelOf = (name: string) =>
    translate(resourceKeys(resource).field(name), { _: fieldOf(resource, name) ? fieldLabel(resource, name) : name })
  return (
    <div ref={summary} tabIndex={-1} role="alert" className={styles.summary}>
      <p>
        <strong>
          {names.length > 0 ? text('crud.form.errors', { smart_count: names.length }) : text('crud.form.failed')}
        </strong>
      </p>
      {problem && <p>{problem}</p>}
      {names.length > 0 && (
        <ul>
          {names.map(name => (
            <li key={name}>
              <a href={`#${name}`} onClick={event => focusField(event, name)}>
                {labelOf(name)}
              </a>
              : {String(errors[name]?.message ?? '')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
