import { useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useCreate, useNotify, useTranslate, useUpdate } from 'ra-core'
import { useRef } from 'react'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { useDeclaration, useMeta } from '../declaration'
import { type Failure, failureOf } from '../failure'
import { resourceKeys } from '../text/resourceKeys'
import { useMessageText } from './useMessageText'

interface SaveOptions {
  /** The record being changed; absent for a new one. */
  record: RaRecord | undefined
  onSaved: (record: RaRecord) => void
  /** Somebody else has changed the record meanwhile. */
  onConflict: (failure: Failure) => Promise<void>
}

type Values = Record<string, unknown>

/**
 * Writes what a form gives, once, unless it was refused; refreshes what that concerns and says how it went.
 * @returns what was refused, per field; under `root.server` what is nobody field's fault
 */
export const useSave = ({ record, onSaved, onConflict }: SaveOptions) => {
  const { name } = useDeclaration()
  const meta = useMeta()
  const keys = resourceKeys({ name })
  const translate = useTranslate()
  const messageText = useMessageText()
  const notify = useNotify()
  const client = useQueryClient()
  const [create] = useCreate(name)
  const [update] = useUpdate(name)
  const isBusy = useRef(false)

  const write = (data: Values): Promise<RaRecord> =>
    record
      ? update(name, { id: record.id, data, previousData: record, meta }, { returnPromise: true })
      : create(name, { data, meta }, { returnPromise: true })

  const refused = async (error: unknown): Promise<Record<string, string> | undefined> => {
    const failure = failureOf(error)
    if (failure.isSignedOut) return undefined
    if (record && failure.isStale) {
      await onConflict(failure)
      return undefined
    }
    notify(translate(keys.notification(record ? 'updateFailed' : 'createFailed')), { type: 'error' })
    const names = Object.keys(failure.errors)
    if (names.length === 0) return { 'root.server': failure.detail }
    return Object.fromEntries(
      names.map(path => {
        const message = failure.messages[path]
        return [path, message ? messageText(message) : (failure.errors[path] ?? '')]
      }),
    )
  }

  return async (values: Values): Promise<Record<string, string> | undefined> => {
    if (isBusy.current) return undefined
    if (record && Object.keys(values).length === 0) {
      onSaved(record)
      return undefined
    }
    isBusy.current = true
    try {
      const saved = await write(values)
      notify(translate(keys.notification(record ? 'updated' : 'created')), { type: 'success' })
      onSaved(saved)
      void refreshAfterMutation(client, name)
      return undefined
    } catch (error) {
      isBusy.current = false
      return refused(error)
    }
  }
}
