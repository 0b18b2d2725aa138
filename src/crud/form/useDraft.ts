import { type RaRecord, usePermissions, useRecordContext } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Role } from '../../schema'
import { useSettled } from '../../ui/inputs/useSettled'
import { type AssignedSets, assignedField, changedSets, sentWith } from '../assigned/assignedSet'
import { useDeclaration } from '../declaration'
import { resolverOf } from './formValues'

/**
 * The values that the form around would send; null while unchanged or invalid.
 * @param rest milliseconds without typing
 */
export const useDraft = (rest: number): Readonly<Record<string, unknown>> | null => {
  const resource = useDeclaration()
  const record = useRecordContext<RaRecord>()
  const { permissions: role = null } = usePermissions<Role | null>()
  const settled = useSettled(useWatch(), rest)
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>> | null>(null)
  const current = record?.id === undefined ? null : record
  const resolver = useMemo(
    () => resolverOf(resource, { current, role, translate: () => '', around: () => null }),
    [resource, current, role],
  )
  useEffect(() => {
    let isLatest = true
    const read = async () => {
      const { values, errors } = await resolver(settled, undefined, { fields: {}, shouldUseNativeValidation: false })
      if (!isLatest) return
      const { [assignedField]: sets, ...fields } = values
      const sent = sentWith(fields, changedSets(resource, (sets ?? {}) as AssignedSets))
      setDraft(Object.keys(errors).length > 0 || Object.keys(sent).length === 0 ? null : sent)
    }
    void read()
    return () => {
      isLatest = false
    }
  }, [settled, resolver, resource])
  return draft
}
