import { Fragment } from 'react'
import type { AnyResource } from '../../schema'
import type { CellProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import { RecordName } from './RecordName'
import { ReferenceLink } from './ReferenceLink'

/** How many are named before the rest is counted. */
const named = 3

/** The names of the records that are referred to; of many the first ones, and how many more there are. */
export const ReferencesCell = ({ value, field, isInLink }: CellProps<'references'>) => {
  const text = useCrudText()
  const target = field.options.to() as AnyResource
  const more = value.length - named
  return (
    <>
      {value.slice(0, named).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {isInLink ? <RecordName resource={target} id={id} /> : <ReferenceLink target={target} id={id} />}
        </Fragment>
      ))}
      {more > 0 && ` ${text('crud.more', { smart_count: more })}`}
    </>
  )
}
