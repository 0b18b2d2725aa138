import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { BookingSeries } from '../../scheduling/series/answers'
import { DialogForm } from '../../show'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { ChangePreview, useChangePreview } from './ChangePreview'
import { conflictOf, leftOut, RefusedChoice } from './RefusedChoice'
import { refusedDates } from './refusedDates'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

interface RetryDialogProps {
  series: Pick<BookingSeries, 'id' | 'occurrences' | 'customerId'>
  onClose: () => void
}

const RetryDialog = ({ series, onClose }: RetryDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const api = useSeriesApi()
  const [refused, setRefused] = useState(leftOut)
  const [isTold, setTold] = useState(useTellsByDefault())
  const [isNoneFree, setNoneFree] = useState(false)
  const body = conflictOf(refused)
  const preview = useChangePreview({ seriesId: series.id, action: 'retrySkipped', body })
  const skipped = new Set(series.occurrences?.flatMap(({ index, state }) => (state === 'skipped' ? [index] : [])))
  const book = async () => {
    try {
      await api.act(series.id, 'retrySkipped', { ...body, notify: isTold })
    } catch (error) {
      if (refusedDates(error).length === 0) throw error
      return setNoneFree(true)
    }
    notify(text('series.changed'), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('series.retryTitle')}
      submit={text('series.book')}
      cancel={text('series.back')}
      isTall
      onSubmit={book}
      onClose={onClose}
    >
      <p className={styles.muted}>{text('series.retryHelp')}</p>
      <RefusedChoice value={refused} others={[leftOut]} onChange={setRefused} />
      <ChangePreview preview={preview} isMeant={({ index }) => skipped.has(index)} />
      <TellKnown customerId={series.customerId} isTold={isTold} onChange={setTold} />
      {isNoneFree && <p role="alert">{text('series.noneFree')}</p>}
    </DialogForm>
  )
}

export default RetryDialog
