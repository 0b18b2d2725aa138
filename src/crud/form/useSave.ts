import { type RaRecord, useCreate, useDataProvider, useNotify, useUpdate } from 'ra-core'
import { type RefObject, useRef } from 'react'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useMachineText } from '../../i18n/useMachineText'
import { wholeOf } from '../../schema'
import type { Failure } from '../../ui/failure/failure'
import { useFailure } from '../../ui/failure/useFailure'
import { type AssignedSets, assignedField, bodyOf, changedSets, sentWith } from '../assigned/assignedSet'
import { useAskFirst } from '../beforeWrite'
import { useDeclaration, useMeta } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { useUndo } from '../useUndo'
import { formErrors } from './formErrors'

type Values = Record<string, unknown>

interface SaveOptions {
  record: RaRecord | undefined
  note: RefObject<unknown>
  onSaved: (record: RaRecord) => void
  onConflict: (failure: Failure) => Promise<void>
  /** Refusal codes that ask; the next save answers in `also`. */
  questions: readonly string[]
  onQuestion: (failure: Failure, values: Values) => void
}

/**
 * One call at a time.
 * @param also members beside the fields
 * @returns errors by field, others under `root.server`
 */
export const useSave = ({ record, note, questions, onSaved, onConflict, onQuestion }: SaveOptions) => {
  const resource = useDeclaration()
  const { name } = resource
  const meta = useMeta()
  const keys = resourceKeys({ name })
  const translate = useMachineText()
  const failureOf = useFailure()
  const notify = useNotify()
  const [create] = useCreate(name)
  const [update] = useUpdate(name)
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const askFirst = useAskFirst()
  const { record: recordWrites } = useUndo(resource)
  const isBusy = useRef(false)
  // A retry after a refused related set must not create another record.
  const written = useRef<RaRecord>(undefined)

  const write = async (data: Values, also: object | undefined): Promise<RaRecord> => {
    const before = written.current ?? record
    if (before && Object.keys(data).length === 0) return before
    written.current = before
      ? await update(
          name,
          { id: before.id, data, previousData: before, meta: { ...meta, ...(also && { also }) } },
          { returnPromise: true },
        )
      : await create(name, { data, meta: { ...meta, ...(note.current as object) } }, { returnPromise: true })
    return written.current as RaRecord
  }

  const writeSets = async (sets: ReturnType<typeof changedSets>, { id }: RaRecord): Promise<void> => {
    for (const { assignment, ids } of sets) {
      const body = bodyOf(assignment, ids)
      await dataProvider.request('PUT', assignment.path, { params: { ...meta, id: String(id) }, body })
    }
  }

  const refused = async (error: unknown, values: Values): Promise<Record<string, string> | undefined> => {
    const failure = failureOf(error)
    if (failure.isSignedOut) return undefined
    if (record && failure.code !== null && questions.includes(failure.code)) {
      onQuestion(failure, values)
      return undefined
    }
    if (record && failure.isStale) {
      await onConflict(failure)
      return undefined
    }
    notify(translate(keys.notification(record ? 'updateFailed' : 'createFailed')), { type: 'error' })
    return formErrors(failure)
  }

  return async (all: Values, also?: object): Promise<Record<string, string> | undefined> => {
    const { [assignedField]: sets, ...values } = all
    if (isBusy.current) return undefined
    const changed = changedSets(resource, (sets ?? {}) as AssignedSets)
    if (record && Object.keys(values).length === 0 && changed.length === 0) {
      onSaved(record)
      return undefined
    }
    isBusy.current = true
    const answer = also
      ? {}
      : await askFirst({
          resource: wholeOf(resource).name,
          action: record ? 'update' : 'create',
          ids: record ? [String(record.id)] : [],
          data: sentWith(values, changed),
          params: meta,
          note: note.current,
        })
    if (!answer) {
      isBusy.current = false
      return undefined
    }
    const undo = recordWrites()
    try {
      const saved = await write(values, also)
      await writeSets(changed, saved)
      const done = record ? 'updated' : 'created'
      notify(translate(keys.notification(done)), { type: 'success', ...undo({ action: done }) })
      await answer.after?.()
      onSaved(saved)
      return undefined
    } catch (error) {
      isBusy.current = false
      return refused(error, all)
    }
  }
}
