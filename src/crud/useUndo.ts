import { type RaRecord, useDataProvider, useNotify } from 'ra-core'
import { useMachineText } from '../i18n/useMachineText'
import { type AnyResource, inputNames } from '../schema'
import { useFailure } from '../ui/failure/useFailure'
import type { PathParameters } from './declaration'

const inputsOf = (resource: AnyResource, record: RaRecord) =>
  Object.fromEntries(inputNames(resource).map(name => [name, record[name]]))

/**
 * Gives the options of a write's notification that take it back, from the record before and after. Empty unless the
 * declaration has `offersUndo`. A deleted record comes back as a new one.
 */
export const useUndo = (resource: AnyResource, meta: PathParameters | undefined) => {
  const { name, offersUndo } = resource
  const text = useMachineText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider()
  return (before: RaRecord | null, after: RaRecord | null) => {
    if (!offersUndo) return {}
    const undo = async () => {
      try {
        if (!before && after) await dataProvider.delete(name, { id: after.id, previousData: after, meta })
        if (before && !after) await dataProvider.create(name, { data: inputsOf(resource, before), meta })
        if (before && after) {
          const data = inputsOf(resource, before)
          await dataProvider.update(name, { id: after.id, data, previousData: after, meta })
        }
        notify(text('crud.undone'), { type: 'success' })
      } catch (error) {
        const { isSignedOut, detail } = failureOf(error)
        if (!isSignedOut) notify(detail, { type: 'error' })
      }
    }
    return { action: { label: text('crud.undo'), onClick: () => void undo() } }
  }
}
