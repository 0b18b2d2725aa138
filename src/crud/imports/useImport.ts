import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { Import, ImportRow } from '../../contract/calls/imports'
import * as calls from '../../contract/calls/imports'
import { busyStatuses, type ImportChanges, type Outcome } from '../../contract/importing'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { useDeclaration } from '../declaration'

const importsKey = 'imports'

const useProvider = () => useDataProvider<SlotwiseDataProvider>()

export const isBusy = ({ status }: Import): boolean => busyStatuses.includes(status)

export const useImport = (id: string | null) => {
  const provider = useProvider()
  const client = useQueryClient()
  const { name } = useDeclaration()
  const query = useQuery({
    queryKey: [importsKey, id],
    queryFn: ({ signal }) => provider.call(calls.get, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: 0,
    retry: 1,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? 1000 : false),
  })
  const status = query.data?.status
  const before = useRef(status)
  useEffect(() => {
    const hasWritten = before.current === 'importing' || before.current === 'undoing'
    if (hasWritten && before.current !== status) void client.invalidateQueries({ queryKey: [name] })
    before.current = status
  }, [status, client, name])
  return query
}

export const useEarlierImports = () => {
  const provider = useProvider()
  const { name } = useDeclaration()
  return useQuery({
    queryKey: [importsKey, 'of', name],
    queryFn: ({ signal }) => provider.call(calls.list, { query: { resource: name }, signal }),
    staleTime: 0,
  })
}

export const useImportRows = (id: string, status: string, outcome: Outcome | null, page: number, perPage: number) => {
  const provider = useProvider()
  const query = { page, perPage, ...(outcome && { outcome }) }
  return useQuery({
    queryKey: [importsKey, id, 'rows', status, query],
    queryFn: ({ signal }) => provider.page<ImportRow>(calls.rows.path.replace('{id}', id), { query, signal }),
    placeholderData: keepPreviousData,
  })
}

const { check, start, cancel, resume, undo } = calls
const steps = { check, start, cancel, resume, undo }

export const useImportSteps = (id: string) => {
  const provider = useProvider()
  const client = useQueryClient()
  const notify = useNotify()
  const failureOf = useFailure()
  const kept = (stored: Import) => {
    client.setQueryData([importsKey, id], stored)
    void client.invalidateQueries({ queryKey: [importsKey, id] })
  }
  const refused = (error: unknown) => {
    const { detail, errors, isSignedOut } = failureOf(error)
    const [first] = Object.values(errors)
    if (!isSignedOut) notify(first ?? detail, { type: 'error' })
  }
  const change = useMutation({
    mutationFn: (body: ImportChanges) => provider.call(calls.change, { params: { id }, body }),
    onSuccess: kept,
    onError: refused,
  })
  const step = useMutation({
    mutationFn: (name: keyof typeof steps) => provider.call(steps[name], { params: { id } }),
    onSuccess: kept,
    onError: refused,
  })
  return { change, step }
}

/** @returns the import's id */
export const useUploadImport = (onProgress: (share: number) => void) => {
  const provider = useProvider()
  const { name } = useDeclaration()
  return useMutation({
    mutationFn: (file: File) =>
      provider.request<Import>('POST', calls.upload.path, {
        query: { resource: name, fileName: file.name.slice(0, 200) },
        file: { blob: file, onProgress },
      }),
  })
}

export const useImportErrors = (id: string) => {
  const provider = useProvider()
  return () => provider.call(calls.errors, { params: { id } })
}

export const useExportFile = () => {
  const provider = useProvider()
  const { name } = useDeclaration()
  return () => provider.request<string>('GET', `/exports/${name}`, { accept: 'text/csv' })
}
