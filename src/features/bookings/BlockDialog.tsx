import TextField from '@mui/material/TextField'
import { useCreate, useDelete, useNotify } from 'ra-core'
import { useState } from 'react'
import { type ResourceRule, resourceRules } from '../../resources/resourceRules'
import { DialogForm, useAskFirst, useDisplay, useText } from '../../show'
import { blackoutOf, type TimeToBlock } from './blackoutOf'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'

interface BlockDialogProps {
  time: TimeToBlock
  onClose: () => void
}

/** The notification offers to undo it. */
const BlockDialog = ({ time, onClose }: BlockDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const display = useDisplay()
  const when = formatDayTimes(time, display)
  const [name, setName] = useState(`${time.resourceName}, ${when}`)
  const [create] = useCreate<ResourceRule>()
  const [remove] = useDelete()
  const askFirst = useAskFirst()
  const block = async () => {
    const data = { name, ...blackoutOf(time) }
    const answer = await askFirst({ resource: resourceRules.name, action: 'create', ids: [], data })
    if (!answer) return
    const rule = (await create(resourceRules.name, { data }, { returnPromise: true })) as ResourceRule
    await answer.after?.()
    notify(text('booking.blocked.done', { name: time.resourceName, when }), {
      type: 'success',
      action: {
        label: text('booking.undoMove'),
        onClick: () => void remove(resourceRules.name, { id: rule.id, previousData: rule }),
      },
    })
    onClose()
  }
  return (
    <DialogForm
      title={text('booking.block')}
      submit={text('booking.doBlock')}
      cancel={text('booking.cancelDialog')}
      maxWidth="xs"
      fields={['name']}
      onSubmit={block}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <p className={styles.muted}>
            {time.resourceName} · {when}
          </p>
          <TextField
            autoFocus
            required
            label={text('booking.blockName')}
            value={name}
            error={errors.name !== undefined}
            helperText={errors.name ?? text('booking.blockHelp')}
            onChange={event => setName(event.target.value)}
            onFocus={event => event.target.select()}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
        </>
      )}
    </DialogForm>
  )
}

export default BlockDialog
