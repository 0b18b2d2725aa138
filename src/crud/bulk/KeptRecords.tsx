import type { ManyDeletability } from '../../contract'
import { useMessageText } from '../../ui/failure/useMessageText'
import { useDeclaration } from '../declaration'
import formStyles from '../form/form.module.css'
import { RecordName } from '../kinds/references'
import { resourceKeys } from '../text/resourceKeys'
import { useBulkText } from './useBulkText'

const named = 10

interface KeptRecordsProps {
  kept: ManyDeletability['kept']
  title?: 'crud.bulk.kept' | 'crud.bulk.refusing'
}

export const KeptRecords = ({ kept, title = 'crud.bulk.kept' }: KeptRecordsProps) => {
  const text = useBulkText()
  const messageText = useMessageText()
  const resource = useDeclaration()
  const reasonOf = ({ usedBy, refusal, refusalMessage }: ManyDeletability['kept'][number]): string => {
    const what = usedBy.map(
      ({ resource: name, count }) => `${count} ${text(resourceKeys({ name }).name, { smart_count: count })}`,
    )
    if (what.length > 0) return text('crud.bulk.usedBy', { what: what.join(', ') })
    return refusalMessage ? messageText(refusalMessage, refusal ?? '') : (refusal ?? '')
  }
  return (
    <div role="alert" className={formStyles.summary}>
      <p>
        <strong>{text(title, { smart_count: kept.length })}</strong>
      </p>
      <ul>
        {kept.slice(0, named).map(one => (
          <li key={one.id}>
            <RecordName resource={resource} id={one.id} /> – {reasonOf(one)}
          </li>
        ))}
      </ul>
      {kept.length > named && <p>{text('crud.more', { smart_count: kept.length - named })}</p>}
    </div>
  )
}
