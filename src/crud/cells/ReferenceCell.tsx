import { useCanAccess } from 'ra-core'
import { Link } from 'react-router'
import type { AnyResource } from '../../schema'
import { recordAddress } from '../addresses'
import type { CellProps } from '../kinds'
import { RecordName } from './RecordName'

/** The name of the record that is referred to, leading to its form where there is one that this person may see. */
export const ReferenceCell = ({ value, field, isInLink }: CellProps<'reference'>) => {
  const target = field.options.to() as AnyResource
  const { canAccess } = useCanAccess({ resource: target.name, action: 'show' })
  const address = recordAddress(target, value)
  const name = <RecordName resource={target} id={value} />
  return isInLink || !canAccess || !address ? name : <Link to={address}>{name}</Link>
}
