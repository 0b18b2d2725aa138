import { useTranslate } from 'ra-core'
import { RecordName } from '../cells/RecordName'
import { useDeclaration } from '../declaration'
import formStyles from '../form/form.module.css'
import { useMessageText } from '../form/useMessageText'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import type { KeptRecord } from './useManyDeletability'

/** How many are named before the rest is counted. */
const named = 10

/** The records that have to stay, each with the reason. */
export const KeptRecords = ({ kept }: { kept: readonly KeptRecord[] }) => {
  const text = useCrudText()
  const translate = useTranslate()
  const messageText = useMessageText()
  const resource = useDeclaration()
  const reasonOf = ({ usedBy, refusal, refusalMessage }: KeptRecord): string => {
    const what = usedBy.map(
      ({ resource: name, count }) => `${count} ${translate(resourceKeys({ name }).name, { smart_count: count })}`,
    )
    if (what.length > 0) return text('crud.bulk.usedBy', { what: what.join(', ') })
    return refusalMessage ? messageText(refusalMessage) : (refusal ?? '')
  }
  return (
    <div role="alert" className={formStyles.summary}>
      <p>
        <strong>{text('crud.bulk.kept', { smart_count: kept.length })}</strong>
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
