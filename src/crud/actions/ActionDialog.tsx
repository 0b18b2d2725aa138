import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { OptionalRecordContextProvider } from 'ra-core'
import { type ReactNode, useId, useMemo } from 'react'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { askedOf, inputResource, type NamedAction } from '../../schema'
import { useCounted } from '../bulk/useCounted'
import { useDeclaration } from '../declaration'
import { FocusFirstField } from '../form/FocusFirstField'
import { FormRefusal } from '../form/FormRefusal'
import { FormSections } from '../form/FormSections'
import { InputForm } from '../form/InputForm'
import { recordName, useWords } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import styles from './actions.module.css'
import { type Subject, useRunAction } from './useRunAction'
import { useStarts } from './useStarts'

const errorsOf = (
  errors: Readonly<Record<string, string>>,
  shows: (field: string) => boolean,
): Record<string, string> => {
  const isShown = ([path]: [string, string]) => path.startsWith('root.') || shows(path.split('.')[0] ?? path)
  const others = Object.entries(errors).filter(entry => !isShown(entry))
  const shown = Object.fromEntries(Object.entries(errors).filter(isShown))
  return others.length > 0 ? { ...shown, 'root.server': others.map(([, message]) => message).join(' ') } : shown
}

interface ActionDialogProps {
  named: NamedAction
  subject: Subject
  onClose: () => void
}

const SubmitButton = ({ isDangerous, children }: { isDangerous: boolean; children: ReactNode }) => {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" color={isDangerous ? 'error' : 'primary'} aria-busy={isSubmitting}>
      {children}
    </Button>
  )
}

/** Asks for input or confirmation. `useStartAction` opens it. */
const ActionDialog = ({ named, subject, onClose }: ActionDialogProps) => {
  const { name, action } = named
  const text = useMachineText()
  const words = useWords()
  const counted = useCounted()
  const resource = useDeclaration()
  const run = useRunAction(subject)
  const id = useId()
  const keys = resourceKeys(resource)
  const label = text(keys.action(name, 'label'))
  const { record, ids } = subject
  const { Summary } = useViews(resource)
  const asked = useMemo(() => askedOf(action, record), [action, record])
  const hasInput = Object.keys(asked).length > 0
  const what = record ? (subject.name ?? recordName(resource, record, words)) : ids && counted(ids.length)
  const form = useMemo(() => inputResource(resource, name, action, asked), [resource, name, action, asked])
  const startsWith = useStarts(resource, action, record)
  const submit = async (values: Record<string, unknown>) => {
    const refused = await run(named, values)
    if (refused) return errorsOf(refused, field => Object.hasOwn(asked, field))
    onClose()
    return undefined
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      role={hasInput ? 'dialog' : 'alertdialog'}
      aria-labelledby={id}
    >
      <InputForm resource={form} startsWith={startsWith} className={styles.form} onSubmit={submit}>
        <DialogTitle id={id}>{what ? text('crud.action.title', { label, what }) : label}</DialogTitle>
        <DialogContent>
          {record && Summary && <Summary record={record} action={name} />}
          {action.confirm && <p className={styles.confirm}>{text(keys.action(name, 'confirm'))}</p>}
          <div className={styles.fields}>
            <OptionalRecordContextProvider value={record}>
              <FormSections />
            </OptionalRecordContextProvider>
          </div>
          <FormRefusal />
          <FocusFirstField />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{action.dismiss ? text(keys.action(name, 'dismiss')) : text('crud.cancel')}</Button>
          <SubmitButton isDangerous={action.tone === 'danger'}>{label}</SubmitButton>
        </DialogActions>
      </InputForm>
    </Dialog>
  )
}

export default ActionDialog
