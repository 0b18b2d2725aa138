import { useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useCreate, useDataProvider, useNotify, useTranslate, useUpdate } from 'ra-core'
import { useRef } from 'react'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { type AssignedSets, assignedField, bodyOf, changedSets } from '../assigned/assignedSet'
import { useDeclaration, useMeta } from '../declaration'
import type { Failure } from '../failure'
import { resourceKeys } from '../text/resourceKeys'
import { useFailure } from '../useFailure'

type Values = Record<string, unknown>

interface SaveOptions {
  /** The record being changed; absent for a new one. */
  record: RaRecord | undefined
  onSaved: (record: RaRecord) => void
  /** Somebody else has changed the record meanwhile. */
  onConflict: (failure: Failure) => Promise<void>
  /** It takes an answer first: saving again gives it, in `also`. */
  onQuestion: (failure: Failure, values: Values) => void
}

/**
 * Writes what a form gives, once, unless it was refused; refreshes what that concerns and says how it went.
 * @param also members of the body that are no fields of the record
 * @returns what was refused, per field; under `root.server` what is nobody field's fault
 */
export const useSave = ({ record, onSaved, onConflict, onQuestion }: SaveOptions) => {
  const resource = useDeclaration()
  const { name } = resource
  const meta = useMeta()
  const keys = resourceKeys({ name })
  const translate = useTranslate()
  const failureOf = useFailure()
  const notify = useNotify()
  const client = useQueryClient()
  const [create] = useCreate(name)
  const [update] = useUpdate(name)
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const isBusy = useRef(false)
  // What was written when a related set was refused after it: trying again must not create it twice.
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
      : await create(name, { data, meta }, { returnPromise: true })
    return written.current as RaRecord
  }

  const writeSets = async (sets: ReturnType<typeof changedSets>, { id }: RaRecord): Promise<void> => {
    for (const { assignment, ids } of sets) {
      const body = bodyOf(assignment, ids)
      await dataProvider.call('PUT', assignment.path, { params: { ...meta, id: String(id) }, body })
    }
  }

  const refused = async (error: unknown, values: Values): Promise<Record<string, string> | undefined> => {
    const failure = failureOf(error)
    if (failure.isSignedOut) return undefined
    if (record && failure.isTimeslotBooked) {
      onQuestion(failure, values)
      return undefined
    }
    if (record && failure.isStale) {
      await onConflict(failure)
      return undefined
    }
    notify(translate(keys.notification(record ? 'updateFailed' : 'createFailed')), { type: 'error' })
    return Object.keys(failure.errors).length === 0 ? { 'root.server': failure.detail } : failure.errors
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
    try {
      const saved = await write(values, also)
      await writeSets(changed, saved)
      notify(translate(keys.notification(record ? 'updated' : 'created')), { type: 'success' })
      onSaved(saved)
      void refreshAfterMutation(client, name)
      return undefined
    } catch (error) {
      isBusy.current = false
      return refused(error, all)
    }
  }
}
