import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useCreate, useDelete, useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useAskFirst } from '../../crud/beforeWrite'
import { useText } from '../../i18n/useText'
import { type ResourceRule, resourceRules } from '../../resources/resourceRules'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { blackoutOf, type TimeToBlock } from './blackoutOf'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'

interface BlockDialogProps {
  time: TimeToBlock
  onClose: () => void
}

/** Closes a stretch of time on one resource, by a blackout rule that is named here and can be taken back at once. */
const BlockDialog = ({ time, onClose }: BlockDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const display = useDisplay()
  const id = useId()
  const when = formatDayTimes(time, display)
  const [name, setName] = useState(`${time.resourceName}, ${when}`)
  const [problem, setProblem] = useState<{ field: string | undefined; detail: string } | null>(null)
  const [create, { isPending }] = useCreate<ResourceRule>()
  const [remove] = useDelete()
  const askFirst = useAskFirst()
  const announce = (rule: ResourceRule) => {
    notify(text('booking.blocked.done', { name: time.resourceName, when }), {
      type: 'success',
      action: {
        label: text('booking.undoMove'),
        onClick: () => void remove(resourceRules.name, { id: rule.id, previousData: rule }),
      },
    })
    onClose()
  }
  const submit = async () => {
    if (isPending) return
    const data = { name, ...blackoutOf(time) }
    const answer = await askFirst({ resource: resourceRules.name, action: 'create', ids: [], data })
    if (!answer) return
    void create(
      resourceRules.name,
      { data },
      {
        onSuccess: async rule => {
          await answer.after?.()
          announce(rule)
        },
        onError: error => {
          const { errors, detail } = failureOf(error)
          setProblem({ field: errors.name, detail: Object.values(errors).join(' ') || detail })
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <DialogTitle id={id}>{text('booking.block')}</DialogTitle>
        <DialogContent className={styles.dialogContent}>
          <p className={styles.muted}>
            {time.resourceName} · {when}
          </p>
          <TextField
            autoFocus
            required
            label={text('booking.blockName')}
            value={name}
            error={problem?.field !== undefined}
            helperText={problem?.field ?? text('booking.blockHelp')}
            onChange={event => setName(event.target.value)}
            onFocus={event => event.target.select()}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          {problem && !problem.field && (
            <p role="alert" className={styles.error}>
              {problem.detail}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" variant="contained" aria-busy={isPending}>
            {text('booking.doBlock')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default BlockDialog
