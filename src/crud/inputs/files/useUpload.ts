import { useDataProvider, useInput } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { type StoredFile, type StoredImage, uploadPath, wholeOf } from '../../../schema'
import { useFailure } from '../../../ui/failure/useFailure'
import { useDeclaration } from '../../declaration'
import type { InputProps } from '../../kinds/kindView'
import { useTenantOfRecord } from '../useTenantOfRecord'

type Stored = StoredImage | StoredFile

/** Invalid: saving waits for the upload. */
const underWay = '…'

const asIs = <V>(value: V): V => value

export type UploadState =
  | { is: 'idle' }
  /** `share`: 0 to 1. */
  | { is: 'sending'; name: string; share: number }
  | { is: 'arrived'; name: string }
  /** `again` is null if a retry cannot help. */
  | { is: 'failed'; message: string; again: (() => void) | null }

export const useUpload = <V extends Stored>({ name, isRequired }: Pick<InputProps, 'name' | 'isRequired'>) => {
  const resource = useDeclaration()
  const { field, fieldState, id } = useInput<V | string | null>({ source: name, format: asIs, parse: asIs, isRequired })
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const failureOf = useFailure()
  const tenantId = useTenantOfRecord()
  const [state, setState] = useState<UploadState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  const value: V | null = typeof field.value === 'object' ? (field.value as V | null) : null
  const before = useRef<V | null>(value)
  if (field.value !== underWay) before.current = value

  useEffect(() => () => running.current?.abort(), [])

  const send = async (blob: Blob, fileName: string): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    field.onChange(underWay)
    setState({ is: 'sending', name: fileName, share: 0 })
    try {
      const stored = await dataProvider.request<V>('POST', uploadPath(wholeOf(resource).name, name), {
        query: { name: fileName },
        file: { blob, onProgress: share => signal.aborted || setState({ is: 'sending', name: fileName, share }) },
        ...(tenantId && { headers: { 'X-Tenant-ID': tenantId } }),
        signal,
      })
      if (signal.aborted) return
      const alt = 'alt' in stored && before.current && 'alt' in before.current ? { alt: before.current.alt } : {}
      field.onChange({ ...stored, ...alt })
      setState({ is: 'arrived', name: fileName })
    } catch (error) {
      if (signal.aborted) return
      field.onChange(before.current)
      const { errors, detail } = failureOf(error)
      const refused = errors[name]
      setState({ is: 'failed', message: refused ?? detail, again: refused ? null : () => void send(blob, fileName) })
    }
  }

  return {
    id,
    field,
    value,
    state,
    error: state.is === 'failed' ? state.message : fieldState.error?.message,
    send,
    fail: (message: string) => setState({ is: 'failed', message, again: null }),
    stop: () => {
      running.current?.abort()
      field.onChange(before.current)
      setState({ is: 'idle' })
    },
    change: (next: V | null) => {
      field.onChange(next)
      setState({ is: 'idle' })
    },
  }
}
