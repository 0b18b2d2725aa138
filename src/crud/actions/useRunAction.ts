import { type Identifier, type RaRecord, useDataProvider, useNotify } from 'ra-core'
import { useRef } from 'react'
import type { BulkResult } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { ApiRequest } from '../../dataProvider/httpClient'
import { useMachineText } from '../../i18n/useMachineText'
import { undoable } from '../../notifications/undoable'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { actionSegment, literalsOf, type NamedAction, offersOf } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { recordAddress } from '../addresses'
import { useAskFirst } from '../beforeWrite'
import { useCounted } from '../bulk/useCounted'
import { useDeclaration, useMeta } from '../declaration'
import { formErrors } from '../form/formErrors'
import { recordName, useWords } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { useUndo } from '../useUndo'

export interface Subject {
  record?: RaRecord
  name?: string
  ids?: readonly Identifier[]
  onRefused?: (ids: Identifier[]) => void
  query?: Readonly<Record<string, unknown>>
}

type Values = Readonly<Record<string, unknown>>

/** Tells what became of an action. */
const useSayDone = ({ record, name: called, ids, onRefused }: Subject) => {
  const resource = useDeclaration()
  const text = useMachineText()
  const counted = useCounted()
  const notify = useNotify()
  const words = useWords()
  return ({ name }: NamedAction, answer: unknown, undo: object) => {
    const done = text(resourceKeys(resource).action(name, 'done'))
    const refused = ids ? (answer as BulkResult[]).filter(({ ok }) => !ok) : []
    const count = counted((ids?.length ?? 0) - refused.length)
    // The action may have renamed the record.
    const now = record && (answer as RaRecord | null)?.id === record.id ? (answer as RaRecord) : record
    const what = now ? (called ?? recordName(resource, now, words)) : ids ? count : null
    if (refused.length > 0) {
      const why = Array.from(new Set(refused.map(({ detail }) => detail))).join(' ')
      notify(text('crud.action.refused', { done, count, refused: counted(refused.length), why }), {
        type: 'warning',
        ...undo,
      })
      onRefused?.(refused.map(({ id }) => id))
      return
    }
    notify(what === null ? done : text('crud.action.done', { done, what }), { type: 'success', ...undo })
    onRefused?.([])
  }
}

/**
 * One call at a time. Opens another record that it answers.
 * @returns errors by input field, others under `root.server`
 */
export const useRunAction = (subject: Subject) => {
  const { record, name: called, ids, query } = subject
  const resource = useDeclaration()
  const meta = useMeta()
  const text = useMachineText()
  const sayDone = useSayDone(subject)
  const failureOf = useFailure()
  const notify = useNotify()
  const words = useWords()
  const navigate = useStableNavigate()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const askFirst = useAskFirst()
  const { record: recordWrites } = useUndo(resource)
  const isBusy = useRef(false)

  const call = ({ name, action, undoes }: NamedAction, input: Values) => {
    const path = `${resource.api}${record ? '/{id}' : ''}/${actionSegment(undoes ?? name)}`
    const hasBody = action.calledBy === undefined || Object.keys(action.input).length > 0
    return dataProvider.request<unknown>(action.calledBy ?? 'POST', path, {
      params: { ...meta, ...(record && { id: String(record.id) }) },
      ...(ids && { query: { ids: ids.map(String) } }),
      ...(query && { query: query as ApiRequest['query'] }),
      ...(hasBody && { body: undoes ? { undo: true } : input }),
      ...(action.file && { accept: '*/*' }),
    })
  }

  /** By reversal, else by taking back the writes. */
  const undoOf = (named: NamedAction, takesBack: ReturnType<typeof recordWrites>) => {
    const { name, action } = named
    const back = offersOf(resource).find(({ undoes }) => undoes === name)
    const written = takesBack({ action: 'updated', via: name })
    if (!action.undo || !back) return action.on === 'collection' || action.answers ? {} : written
    const run = async () => {
      try {
        sayDone(back, await call(back, {}), {})
      } catch (error) {
        const failure = failureOf(error)
        if (!failure.isSignedOut) notify(failure.detail, { type: 'error' })
      }
    }
    return undoable(text('crud.undo'), () => void run())
  }

  const open = (answer: unknown) => {
    const id = (answer as RaRecord | null | undefined)?.id
    const address = id !== undefined && id !== record?.id && !ids ? recordAddress(resource, String(id)) : null
    if (address) navigate(address, { replace: record !== undefined })
  }

  return async (named: NamedAction, input: Values): Promise<Record<string, string> | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      const { isCoded, calledBy, sets } = named.action
      const written = (record ? [record.id] : (ids ?? [])).map(String)
      const goesOn =
        isCoded || calledBy || written.length === 0
          ? {}
          : await askFirst({
              resource: resource.name,
              action: 'update',
              ids: written,
              data: literalsOf(sets),
              params: meta,
            })
      if (!goesOn) return undefined
      const takesBack = recordWrites()
      const answer = await call(named, input)
      const undo = undoOf(named, takesBack)
      await goesOn.after?.()
      if (named.action.file) {
        const { saveAnswer } = await import('./saveAnswer')
        saveAnswer(resource, named, String(answer), record && (called ?? recordName(resource, record, words)))
      }
      sayDone(named, answer, undo)
      if (!calledBy) open(answer)
      return undefined
    } catch (error) {
      const failure = failureOf(error)
      return failure.isSignedOut ? undefined : formErrors(failure)
    } finally {
      isBusy.current = false
    }
  }
}
