import { type MouseEvent, useEffect, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { humanize } from '../../schema'
import { useDeclaration } from '../declaration'
import { type ErrorEntry, errorEntries } from './errorEntries'
import styles from './form.module.css'

const controls = [
  '[aria-invalid=true]',
  '[role=combobox]',
  'input:not([type=hidden], [aria-hidden=true])',
  'textarea',
  'button',
]

const focusField = (event: MouseEvent<HTMLElement>, name: string) => {
  const field = event.currentTarget.closest('form')?.querySelector(`[data-field="${name}"]`)
  const control = controls.map(selector => field?.querySelector<HTMLElement>(selector)).find(Boolean)
  if (!control) return
  event.preventDefault()
  control.focus()
}

/** Links errors to their fields. Takes the focus. */
export const ErrorSummary = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { errors, submitCount } = useFormState()
  const summary = useRef<HTMLDivElement>(null)
  const problem = errors.root?.server?.message
  const { getValues } = useFormContext()
  const entries = errorEntries(resource, errors, getValues())
  const isShown = submitCount > 0 && (entries.length > 0 || problem !== undefined)

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus()
  }, [submitCount])

  if (!isShown) return null
  const labelOf = (labels: ErrorEntry['labels']) =>
    labels
      .map(label =>
        typeof label === 'number' ? label : text(label, { smart_count: 1, _: humanize(label.split('.').at(-1) ?? '') }),
      )
      .join(' ')
  return (
    <div ref={summary} tabIndex={-1} role="alert" className={styles.summary}>
      <p>
        <strong>
          {entries.length > 0 ? text('crud.form.errors', { smart_count: entries.length }) : text('crud.form.failed')}
        </strong>
      </p>
      {problem && <p>{problem}</p>}
      {entries.length > 0 && (
        <ul>
          {entries.map(({ path, labels, message }) => (
            <li key={path}>
              <a href={`#${path}`} onClick={event => focusField(event, path)}>
                {labelOf(labels)}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
