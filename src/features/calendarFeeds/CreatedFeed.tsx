import { type OwnDialogProps, ShownOnce } from '../../show'
import { useText } from './useText'

const CreatedFeed = ({ record, titleId, onClose }: OwnDialogProps & { titleId: string }) => {
  const text = useText()
  return (
    <ShownOnce
      title={text('calendarFeeds.made')}
      titleId={titleId}
      once={text('calendarFeeds.once')}
      care={text('calendarFeeds.care')}
      label={text('calendarFeeds.address')}
      value={String(record.url)}
      copy={text('calendarFeeds.copy')}
      copied={text('calendarFeeds.copied')}
      marked={text('calendarFeeds.marked')}
      done={text('calendarFeeds.done')}
      onClose={onClose}
    />
  )
}

export default CreatedFeed
