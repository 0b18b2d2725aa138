import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useMemo, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { type AnyResource, fieldOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { FormField } from '../form/FormField'
import { FormRefusal } from '../form/FormRefusal'
import { InputForm } from '../form/InputForm'
import { resourceKeys } from '../text/resourceKeys'
import styles from './bulk.module.css'
import { KeptRecords } from './KeptRecords'
import { useBulkEdit } from './useBulkEdit'
import { useBulkFields } from './useBulkFields'
import { useBulkText } from './useBulkText'
import { useCounted } from './useCounted'

const oneField = ({ check: _, createForm: __, assigns: ___, ...resource }: AnyResource, name: string) =>
  ({
    ...resource,
    api: '',
    fields: { [name]: fieldOf(resource, name) },
    form: [name],
    conditions: {},
  }) as AnyResource

const CheckButton = () => {
  const text = useBulkText()
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" aria-busy={isSubmitting}>
      {text('crud.bulk.check')}
    </Button>
  )
}

const BulkEditDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useBulkText()
  const counted = useCounted()
  const id = useId()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const names = useBulkFields()
  const [name = names[0] ?? '', setName] = useState<string>()
  const form = useMemo(() => oneField(resource, name), [resource, name])
  const [problem, setProblem] = useState<string | null>(null)
  const { count, rehearsal, refused, setRehearsal, rehearse, apply } = useBulkEdit(onClose)
  const changing = count - refused.length
  const choose = (chosen: string) => {
    setName(chosen)
    setRehearsal(null)
  }
  const confirm = async () => {
    const failed = rehearsal && (await apply(rehearsal))
    if (failed) setProblem(Object.values(failed).join(' '))
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{text('crud.bulk.editTitle', { count: counted(count) })}</DialogTitle>
      {rehearsal ? (
        <>
          <DialogContent>
            {refused.length > 0 && (
              <KeptRecords
                kept={refused.map(({ id, detail = '', message, errors = {} }) => ({
                  id,
                  usedBy: [],
                  refusal: Object.values(errors)[0] ?? detail,
                  refusalMessage: message ?? null,
                }))}
                title="crud.bulk.refusing"
              />
            )}
            <p>{text(changing > 0 ? 'crud.bulk.changing' : 'crud.bulk.changingNone', { count: counted(changing) })}</p>
            {problem && <p role="alert">{problem}</p>}
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setRehearsal(null)}>{text('crud.bulk.again')}</Button>
            {changing > 0 && (
              <Button variant="contained" onClick={() => void confirm()}>
                {text('crud.bulk.apply', { count: counted(changing) })}
              </Button>
            )}
          </DialogActions>
        </>
      ) : (
        <>
          <DialogContent className={styles.field ?? ''}>
            <TextField
              select
              fullWidth
              label={text('crud.bulk.field')}
              value={name}
              onChange={event => choose(event.target.value)}
            >
              {names.map(each => (
                <MenuItem key={each} value={each}>
                  {text(keys.field(each))}
                </MenuItem>
              ))}
            </TextField>
          </DialogContent>
          <InputForm key={name} resource={form} onSubmit={rehearse}>
            <DialogContent>
              <FormField name={name} />
              <FormRefusal />
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{text('crud.cancel')}</Button>
              <CheckButton />
            </DialogActions>
          </InputForm>
        </>
      )}
    </Dialog>
  )
}

export default BulkEditDialog
