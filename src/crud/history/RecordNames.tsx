import { Fragment } from 'react'
import type { AnyResource } from '../../schema'
import { RecordName } from '../cells/RecordName'
import { recordName } from '../recordName'
import { useCrudText } from '../text/useCrudText'

/** How many are named before the rest is counted. */
const named = 10

interface RecordNamesProps {
  target: AnyResource
  ids: readonly string[]
  /** False where the names cannot be read: the beginnings of the ids stand for them. */
  isNamed: boolean
}

/** The names of the records that a change is about. */
export const RecordNames = ({ target, ids, isNamed }: RecordNamesProps) => {
  const text = useCrudText()
  const more = ids.length - named
  return (
    <>
      {ids.slice(0, named).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {isNamed ? <RecordName resource={target} id={id} /> : recordName(target, { id })}
        </Fragment>
      ))}
      {more > 0 && ` ${text('crud.more', { smart_count: more })}`}
    </>
  )
}
