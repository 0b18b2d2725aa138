import type { CreatedProps } from '../../crud/views'
import { ShownOnce } from '../../ui/secret/ShownOnce'
import { useText } from './useText'

const CreatedKey = ({ record, titleId, onClose }: CreatedProps) => {
  const text = useText()
  return (
    <ShownOnce
      title={text('apiKeys.made')}
      titleId={titleId}
      once={text('apiKeys.once')}
      care={text('apiKeys.care')}
      label={text('apiKeys.key')}
      value={String(record.key)}
      copy={text('apiKeys.copy')}
      copied={text('apiKeys.copied')}
      marked={text('apiKeys.marked')}
      done={text('apiKeys.done')}
      onClose={onClose}
    />
  )
}

export default CreatedKey
