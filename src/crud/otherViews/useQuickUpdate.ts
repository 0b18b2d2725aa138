import { type RaRecord, useCanAccess, useNotify, usePermissions, useUpdate } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { fieldOf, hasRole, pathParamNames, type Role, wholeOf } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { useAskFirst } from '../beforeWrite'
import { useDeclaration } from '../declaration'
import { formErrors } from '../form/formErrors'
import { resourceKeys } from '../text/resourceKeys'
import { useUndo } from '../useUndo'
import { useRegistry } from '../views'

export const useMaySet = (): ((record: RaRecord, names: readonly string[]) => boolean) => {
  const resource = useDeclaration()
  const { permissions = null } = usePermissions<Role | null>()
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'edit' })
  return (record, names) =>
    canAccess === true &&
    names.every(name => {
      const field = fieldOf(resource, name)
      const open = resource.locked?.(record)?.open
      return (
        field?.writable === true &&
        !field.immutable &&
        (!field.writeRole || hasRole(permissions, field.writeRole)) &&
        (!open || open.includes(name))
      )
    })
}

export const useQuickUpdate = () => {
  const resource = useDeclaration()
  const { named } = useRegistry()
  const text = useMachineText()
  const notify = useNotify()
  const failureOf = useFailure()
  const askFirst = useAskFirst()
  const [update, { isPending }] = useUpdate(resource.name)
  const { record: recordWrites } = useUndo(resource)
  const set = async (record: RaRecord, data: Record<string, unknown>): Promise<void> => {
    const ids = [String(record.id)]
    // A list over all parents writes below the record's parent.
    const meta = Object.fromEntries(pathParamNames(named(resource.name).api).map(name => [name, String(record[name])]))
    const answer = await askFirst({
      resource: wholeOf(resource).name,
      action: 'update',
      ids,
      data,
      params: meta,
      note: undefined,
    })
    if (!answer) return
    const undo = recordWrites()
    try {
      await update(resource.name, { id: record.id, data, previousData: record, meta }, { returnPromise: true })
      notify(text(resourceKeys(resource).notification('updated')), { type: 'success', ...undo({ action: 'updated' }) })
      await answer.after?.()
    } catch (error) {
      const failure = failureOf(error)
      if (!failure.isSignedOut) notify(Object.values(formErrors(failure)).join(' '), { type: 'error' })
    }
  }
  return { set, isPending }
}
