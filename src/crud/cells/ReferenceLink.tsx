import { useCanAccess } from 'ra-core'
import { Link } from 'react-router'
import type { AnyResource } from '../../schema'
import { recordAddress } from '../addresses'
import { RecordName } from './RecordName'

/** The name of a record, leading to its form where there is one that this person may see. */
export const ReferenceLink = ({ target, id }: { target: AnyResource; id: string }) => {
  const { canAccess } = useCanAccess({ resource: target.name, action: 'show' })
  const address = recordAddress(target, id)
  const name = <RecordName resource={target} id={id} />
  return canAccess && address ? <Link to={address}>{name}</Link> : name
}
