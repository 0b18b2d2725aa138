import { type Identifier, useDataProvider, useListContext, useNotify } from 'ra-core'
import { useState } from 'react'
import type { BulkResult } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { useAskFirst } from '../beforeWrite'
import { useDeclaration, useMeta } from '../declaration'
import { formErrors } from '../form/formErrors'
import { useUndo } from '../useUndo'
import { useBulkText } from './useBulkText'
import { useCounted } from './useCounted'

type Values = Readonly<Record<string, unknown>>

interface Rehearsal {
  values: Values
  results: readonly BulkResult[]
}

/** `rehearse` finds refusals, `apply` changes the rest. Both return errors by field. */
export const useBulkEdit = (onDone: () => void) => {
  const text = useBulkText()
  const counted = useCounted()
  const notify = useNotify()
  const failureOf = useFailure()
  const resource = useDeclaration()
  const { api, name } = resource
  const { record: recordWrites } = useUndo(resource)
  const askFirst = useAskFirst()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { selectedIds, onSelect } = useListContext()
  // Changed records are deselected while the dialog is open.
  const [asked] = useState<Identifier[]>(selectedIds)
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null)

  const send = (ids: readonly Identifier[], body: Values, dryRun: boolean): Promise<BulkResult[]> => {
    const query = { ids: ids.map(String), ...(dryRun && { dryRun: 'true' }) }
    return dataProvider.request('PATCH', api, { params: { ...meta }, query, body })
  }
  const orRefused = async (work: () => Promise<void>): Promise<Record<string, string> | undefined> => {
    try {
      await work()
      return undefined
    } catch (error) {
      const failure = failureOf(error)
      return failure.isSignedOut ? undefined : formErrors(failure)
    }
  }
  const refusedOf = (results: readonly BulkResult[]) => results.filter(({ ok }) => !ok)

  const rehearse = (values: Values) =>
    orRefused(async () => setRehearsal({ values, results: await send(asked, values, true) }))

  const apply = ({ values, results }: Rehearsal) =>
    orRefused(async () => {
      const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
      const answer = await askFirst({ resource: name, action: 'update', ids, data: values, params: meta })
      if (!answer) return
      const undo = recordWrites()
      const refused = refusedOf(await send(ids, values, false))
      await answer.after?.()
      const count = counted(ids.length - refused.length)
      const type = refused.length > 0 ? 'warning' : 'success'
      notify(text('crud.bulk.updated', { count }), { type, ...undo({ action: 'updated' }) })
      onSelect([...refusedOf(results), ...refused].map(({ id }) => id))
      onDone()
    })

  return { count: asked.length, rehearsal, refused: refusedOf(rehearsal?.results ?? []), setRehearsal, rehearse, apply }
}
