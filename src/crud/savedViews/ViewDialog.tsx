import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { useFailure } from '../../ui/failure/useFailure'
import { Tick } from '../../ui/Tick'
import { openingView } from '../addresses'
import { useDeclaration } from '../declaration'
import type { SavedView } from './context'
import { DateWords } from './DateWords'
import { focusOpenTab } from './focusOpenTab'
import styles from './savedViews.module.css'
import { useDateChoices } from './useDateChoices'
import { useSavedViewText } from './useSavedViewText'
import { useViewRights } from './useViewRights'
import { useViewState } from './useViewState'
import { useViewWrites } from './useViewWrites'

interface AudienceProps {
  view: SavedView | undefined
  visibility: SavedView['visibility']
  setVisibility: (visibility: SavedView['visibility']) => void
}

const Audience = ({ view, visibility, setVisibility }: AudienceProps) => {
  const text = useSavedViewText()
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id}>{text('crud.savedViews.forWhom')}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={visibility}
        onChange={(_, chosen) => setVisibility(chosen as SavedView['visibility'])}
      >
        <FormControlLabel
          value="private"
          disabled={view?.isMine === false}
          control={<Radio size="small" />}
          label={text('crud.savedViews.forMe')}
        />
        <FormControlLabel value="shared" control={<Radio size="small" />} label={text('crud.savedViews.forAll')} />
      </RadioGroup>
    </FormControl>
  )
}

interface ViewDialogProps {
  view?: SavedView
  onClose: () => void
}

const ViewDialog = ({ view, onClose }: ViewDialogProps) => {
  const text = useSavedViewText()
  const id = useId()
  const resource = useDeclaration()
  const navigate = useStableNavigate()
  const { search } = useLocation()
  const notify = useNotify()
  const failureOf = useFailure()
  const { mayShare, mayMakeDefault } = useViewRights()
  const { query, filters } = useViewState()
  const { create, update } = useViewWrites()
  const [name, setName] = useState(view?.name ?? '')
  const [visibility, setVisibility] = useState(view?.visibility ?? 'private')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const dates = useDateChoices(filters, query.filters)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { name: nameError, isDefault: defaultError, ...otherErrors } = errors
  const refusal = Object.values(otherErrors).join(' ')

  const save = async () => {
    const said = { name, visibility, ...(mayMakeDefault && { isDefault: isDefault && visibility === 'shared' }) }
    const saved = view
      ? await update(view, said)
      : await create({ ...query, ...said, resource: resource.name, filters: dates.said })
    notify(text('crud.savedViews.saved', { name: saved.name }), { type: 'success' })
    onClose()
    if (view) return
    navigate({ search: openingView(search, saved.id) })
    focusOpenTab()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // For a form around the list.
    event.stopPropagation()
    if (isBusy) return
    setBusy(true)
    save().catch(problem => {
      const failure = failureOf(problem)
      setErrors(Object.keys(failure.errors).length > 0 ? failure.errors : { server: failure.detail })
      setBusy(false)
    })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>
          {view ? text('crud.savedViews.editTitle', { name: view.name }) : text('crud.savedViews.save')}
        </DialogTitle>
        <DialogContent className={styles.fields}>
          <TextField
            id={`${id}-name`}
            label={text('crud.savedViews.name')}
            value={name}
            required
            autoFocus
            error={nameError !== undefined}
            helperText={nameError}
            onChange={event => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
          />
          {mayShare && <Audience {...{ view, visibility, setVisibility }} />}
          {mayMakeDefault && (
            <FormControl error={defaultError !== undefined}>
              <Tick
                label={text('crud.savedViews.default')}
                size="small"
                disabled={visibility !== 'shared'}
                checked={isDefault && visibility === 'shared'}
                onChange={setDefault}
              />
              {defaultError && <FormHelperText>{defaultError}</FormHelperText>}
            </FormControl>
          )}
          {!view && <DateWords offered={dates.offered} indexOf={dates.indexOf} choose={dates.choose} />}
          {refusal && (
            <p role="alert" className={styles.refusal}>
              {refusal}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('crud.cancel')}</Button>
          <Button type="submit" variant="contained" aria-busy={isBusy}>
            {text('crud.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default ViewDialog
