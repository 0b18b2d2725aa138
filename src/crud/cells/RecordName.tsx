import { useReference } from 'ra-core'
import type { AnyResource } from '../../schema'
import { recordName } from '../recordName'

/** The name of a record known by its id; those of a whole list are read in one request. */
export const RecordName = ({ resource, id }: { resource: AnyResource; id: string }) => {
  const { referenceRecord, isPending } = useReference({ reference: resource.name, id })
  if (isPending) return '…'
  return recordName(resource, referenceRecord ?? { id })
}
