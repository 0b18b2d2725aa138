import { Fragment } from 'react'
import type { CellProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import { ReferenceCell } from './ReferenceCell'

/** How many are named before the rest is counted. */
const named = 3

/** The names of the records that are referred to; of many the first ones, and how many more there are. */
export const ReferencesCell = ({ value, field, ...part }: CellProps<'references'>) => {
  const text = useCrudText()
  const more = value.length - named
  return (
    <>
      {value.slice(0, named).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <ReferenceCell {...part} field={{ ...field, kind: 'reference' } as never} value={id} />
        </Fragment>
      ))}
      {more > 0 && ` ${text('crud.more', { smart_count: more })}`}
    </>
  )
}
