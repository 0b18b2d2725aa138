import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import type { Slot } from '../../scheduling'
import { Row, Stack, useDisplay } from '../../show'
import { useResourceNames } from '../availability/useResourceNames'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './bookings.module.css'
import { formatDayTimes } from './formatDayTimes'
import type { Refusal } from './refusal'
import { useText } from './useText'

interface RefusalNoticeProps {
  refusal: Refusal
  title?: string
  isBusy?: boolean
  override?: string
  onTake: (slot: Slot) => void
  onOverride: (reason: string) => void
}

export const RefusalNotice = ({ refusal, title, isBusy = false, override, onTake, onOverride }: RefusalNoticeProps) => {
  const text = useText()
  const display = useDisplay()
  const say = useEngineMessage()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const namesOf = useResourceNames(refusal.alternatives)
  const texts = Array.from(new Set(refusal.reasons.map(say)))
  const setAside = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '' && !isBusy) onOverride(reason.trim())
  }
  return (
    <Stack as="section" gap="0.75rem" className={styles.refusal} aria-labelledby={id}>
      <div role="alert">
        <h3 id={id}>
          <EventBusy fontSize="small" /> {title ?? text('booking.refused')}
        </h3>
        {texts.length > 1 ? (
          <ul className={styles.reasons}>
            {texts.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        ) : (
          <p>{texts[0] ?? refusal.detail}</p>
        )}
      </div>
      {refusal.alternatives.length > 0 && (
        <div>
          <p>{text('booking.alternatives')}</p>
          <Row as="ul" wrap gap="0.5rem" align="stretch" className={styles.alternatives}>
            {refusal.alternatives.map(slot => (
              <li key={slot.startsAt}>
                <Button variant="outlined" size="small" disabled={isBusy} onClick={() => onTake(slot)}>
                  {formatDayTimes(slot, display)} <span>{namesOf(slot)}</span>
                </Button>
              </li>
            ))}
          </Row>
        </div>
      )}
      {refusal.isOverridable && (
        <Row wrap gap="0.25rem 0.75rem" align="flex-start" className={styles.override}>
          <TextField
            label={text('booking.overrideReason')}
            value={reason}
            error={isMissing}
            helperText={isMissing ? text('booking.reasonNeeded') : text('booking.overrideHelp')}
            onChange={event => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          <Button variant="outlined" color="warning" aria-busy={isBusy} onClick={setAside}>
            {override ?? text('booking.override')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
