import { keepPreviousData } from '@tanstack/react-query'
import { type RaRecord, useCanAccess } from 'ra-core'
import { useDeclaration } from './declaration'

/** By role and rules about rows; undefined while unknown or not `isAsked`. */
export const useMayChange = (action: string, record: RaRecord | undefined, isAsked = true): boolean | undefined => {
  const { name, rows } = useDeclaration()
  // A change may change the answer.
  const judged = record && { record, meta: { version: record.version } }
  const asked = rows?.write
    ? { ...judged, enabled: isAsked && judged !== undefined, placeholderData: keepPreviousData }
    : { enabled: isAsked }
  return useCanAccess({ resource: name, action, ...asked }).canAccess
}
