import { Fragment } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource } from '../../schema'
import { RecordName } from '../kinds/references'
import { recordName } from '../recordName'

const named = 10

interface RecordNamesProps {
  target: AnyResource
  ids: readonly string[]
  /** If false, shortened ids replace the names. */
  isNamed: boolean
}

export const RecordNames = ({ target, ids, isNamed }: RecordNamesProps) => {
  const text = useMachineText()
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
