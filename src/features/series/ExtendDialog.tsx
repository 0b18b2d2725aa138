import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { addDays } from '../../declare'
import { formatLocalDate, zoneOf } from '../../scheduling'
import type { BookingSeries } from '../../scheduling/series/answers'
import { DateField, DialogForm } from '../../show'
import { Choose } from '../availability/Choose'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { ChangePreview, useChangePreview } from './ChangePreview'
import { conflictOf, leftOut, RefusedChoice } from './RefusedChoice'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

/** In days. */
const month = 28

interface ExtendDialogProps {
  series: Pick<BookingSeries, 'id' | 'timeZone' | 'startsAt' | 'occurrences' | 'customerId'>
  onClose: () => void
}

export const ExtendDialog = ({ series, onClose }: ExtendDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const api = useSeriesApi()
  const [by, setBy] = useState<'count' | 'until'>('count')
  const [count, setCount] = useState('4')
  const last = series.occurrences?.at(-1)?.startsAt ?? series.startsAt
  const lastDate = formatLocalDate(zoneOf(series.timeZone).dayOf(Date.parse(last)))
  const [untilDate, setUntil] = useState(addDays(lastDate, month))
  const [refused, setRefused] = useState(leftOut)
  const [isTold, setTold] = useState(useTellsByDefault())
  const known = series.occurrences?.length ?? 0
  const extent = by === 'count' ? { count: Number(count) || null } : { untilDate: untilDate || null }
  const isComplete = Object.values(extent).every(one => one !== null)
  const body = { ...extent, ...conflictOf(refused) }
  const preview = useChangePreview({ seriesId: series.id, action: 'extend', body: isComplete ? body : null })
  const extend = async () => {
    await api.act(series.id, 'extend', { ...body, notify: isTold })
    notify(text('series.changed'), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('series.extendTitle')}
      submit={text('series.extend')}
      cancel={text('series.back')}
      fields={[by === 'count' ? 'count' : 'untilDate']}
      onSubmit={extend}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <Choose
            label={text('series.extendBy')}
            value={by}
            choices={(['count', 'until'] as const).map(one => ({ id: one, name: text(`series.extendBy.${one}`) }))}
            onChange={one => setBy(one === 'until' ? one : 'count')}
          />
          {by === 'count' ? (
            <TextField
              label={text('series.more')}
              type="number"
              value={count}
              error={errors.count !== undefined}
              helperText={errors.count}
              slotProps={{ htmlInput: { min: 1, max: 104 } }}
              onChange={event => setCount(event.target.value)}
            />
          ) : (
            <DateField
              label={text('series.until')}
              value={untilDate}
              min={lastDate}
              error={errors.untilDate !== undefined}
              helperText={errors.untilDate}
              onChange={setUntil}
            />
          )}
          <RefusedChoice value={refused} others={[leftOut]} onChange={setRefused} />
          <ChangePreview preview={preview} isMeant={({ index }) => index >= known} />
          <TellKnown customerId={series.customerId} isTold={isTold} onChange={setTold} />
        </>
      )}
    </DialogForm>
  )
}
