import type { AnyResource } from '../../schema'
import type { CellProps } from '../kinds'
import { RecordName } from './RecordName'
import { ReferenceLink } from './ReferenceLink'

export const ReferenceCell = ({ value, field, isInLink }: CellProps<'reference'>) => {
  const target = field.options.to() as AnyResource
  return isInLink ? <RecordName resource={target} id={value} /> : <ReferenceLink target={target} id={value} />
}
