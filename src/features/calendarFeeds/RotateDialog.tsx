import Dialog from '@mui/material/Dialog'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { calls } from '../../calls'
import { calendarFeeds } from '../../resources/calendarFeeds'
import { ConfirmDialog, type OwnDialogProps, resourceKeys, type SlotwiseDataProvider, useFailure } from '../../show'
import CreatedFeed from './CreatedFeed'
import { useText } from './useText'

const RotateDialog = ({ record, onClose }: OwnDialogProps) => {
  const text = useText()
  const translate = useTranslate()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const titleId = useId()
  const [isBusy, setBusy] = useState(false)
  const [url, setUrl] = useState<string>()
  const rotate = async () => {
    setBusy(true)
    try {
      const answer = await dataProvider.call(calls.calendarFeeds.rotate, { params: { id: String(record.id) } })
      setUrl(answer.url)
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
      setBusy(false)
    }
  }
  if (url)
    return (
      <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <CreatedFeed record={{ ...record, url }} titleId={titleId} onClose={onClose} />
      </Dialog>
    )
  const keys = resourceKeys(calendarFeeds)
  return (
    <ConfirmDialog
      isOpen
      title={text('calendarFeeds.rotate', { name: String(record.name) })}
      confirm={translate(keys.action('rotate', 'label'))}
      cancel={text('calendarFeeds.cancel')}
      isBusy={isBusy}
      onConfirm={() => void rotate()}
      onCancel={onClose}
    >
      {translate(keys.action('rotate', 'confirm'))}
    </ConfirmDialog>
  )
}

export default RotateDialog
