import { useDataProvider, useNotify, usePermissions } from 'ra-core'
import type { BulkResult } from '../contract'
import type { SlotwiseDataProvider } from '../dataProvider/createDataProvider'
import { useMachineText } from '../i18n/useMachineText'
import { undoable } from '../notifications/undoable'
import { type AnyResource, hasRole, type Role, takeBackRole, wholeOf } from '../schema'
import { useFailure } from '../ui/failure/useFailure'
import { useMessageText } from '../ui/failure/useMessageText'

interface Done {
  action: 'created' | 'updated' | 'deleted'
  via?: string | null
}

/** Obstacles, in words. */
export const reasonOf = (
  { message, detail = '', errors = {} }: BulkResult,
  messageText: ReturnType<typeof useMessageText>,
): string => (message ? messageText(message, detail) : Object.values(errors).join('. ') || detail)

/**
 * Records writes until their toast, which offers to take them back.
 *
 * @example
 * const undo = record()
 * await save()
 * notify(text('saved'), { type: 'success', ...undo({ action: 'updated' }) })
 */
export const useUndo = (resource: AnyResource) => {
  const text = useMachineText()
  const notify = useNotify()
  const failureOf = useFailure()
  const messageText = useMessageText()
  const { permissions = null } = usePermissions<Role | null>()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const whole = wholeOf(resource)

  const takeBack = async (requestIds: readonly string[]) => {
    try {
      const query = { requestId: requestIds, entityType: whole.name }
      const results = await dataProvider.request<BulkResult[]>('POST', '/audit-log/take-back', {
        query,
        changes: [whole.name, resource.name],
      })
      const reasons = results.filter(({ ok }) => !ok).map(result => reasonOf(result, messageText))
      if (reasons.length > 0) notify(Array.from(new Set(reasons)).join(' '), { type: 'error' })
      else notify(text('crud.undone'), { type: 'success' })
    } catch (error) {
      const { isSignedOut, detail } = failureOf(error)
      if (!isSignedOut) notify(detail, { type: 'error' })
    }
  }

  const mayUndo = ({ action, via = null }: Done): boolean => {
    const role = takeBackRole(whole, { action, via })
    return role !== null && hasRole(permissions, role)
  }
  const record = () => {
    const requestIds: string[] = []
    void dataProvider.recordWrites(requestIds)
    return (done: Done) => {
      void dataProvider.recordWrites(requestIds, false)
      if (requestIds.length === 0 || !mayUndo(done)) return {}
      return undoable(text('crud.undo'), () => void takeBack(requestIds))
    }
  }
  return { record, mayUndo }
}
