import Button from '@mui/material/Button'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useCanAccess, useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import type { Trashed } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { Muted, Row, Stack } from '../../ui/layout'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { useDeclaration, useMeta } from '../declaration'
import { Pages } from '../list/Pager'
import { notedName, useWords } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import styles from './trash.module.css'
import { useTrashText } from './useTrashText'

const useTrashCall = (method: 'POST' | 'DELETE', path: string, done: (name: string) => string) => {
  const text = useTrashText()
  const notify = useNotify()
  const failureOf = useFailure()
  const resource = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      dataProvider.request(method, `${resource.api}/trash/{id}${path}`, { params: { ...meta, id } }),
    onSuccess: (_, { name }) => notify(done(name), { type: 'success' }),
    onError: error => {
      const { isSignedOut, detail, errors } = failureOf(error)
      if (isSignedOut) return
      const reasons = Object.entries(errors).map(
        ([field, why]) => `${text(resourceKeys(resource).field(field), { _: field })}: ${why}`,
      )
      notify(reasons.join('. ') || detail, { type: 'error' })
    },
  })
}

interface EntryProps {
  entry: Trashed
  mayRestore: boolean
}

const Entry = ({ entry: { id, name: noted, deletedAt, deletedBy, goneAt }, mayRestore }: EntryProps) => {
  const text = useTrashText()
  const display = useDisplay()
  const resource = useDeclaration()
  const words = useWords()
  const [isAsking, setAsking] = useState(false)
  const restore = useTrashCall('POST', '/restore', name => text('crud.trash.restored', { name }))
  const purge = useTrashCall('DELETE', '', name => text('crud.trash.purged', { name }))
  const name = noted === null ? text(resourceKeys(resource).name) : notedName(resource, noted, words)
  return (
    <Row as="li" wrap gap="0.5rem 1.5rem" justify="space-between" className={styles.entry}>
      <Stack>
        <strong>{name}</strong>
        <Muted>
          <time dateTime={deletedAt}>{formatMoment(deletedAt, display)}</time>
          {' · '}
          {deletedBy.name ?? text(`crud.history.actor.${deletedBy.type}`, { _: deletedBy.type })}
        </Muted>
        <Muted>{text('crud.trash.goneAt', { when: formatMoment(goneAt, display) })}</Muted>
      </Stack>
      <Row wrap gap="0.5rem">
        <Button color="error" aria-label={text('crud.trash.purgeOne', { name })} onClick={() => setAsking(true)}>
          {text('crud.trash.purge')}
        </Button>
        {mayRestore && (
          <Button
            variant="outlined"
            aria-label={text('crud.trash.restoreOne', { name })}
            aria-busy={restore.isPending}
            onClick={() => {
              if (!restore.isPending) restore.mutate({ id, name })
            }}
          >
            {text('crud.trash.restore')}
          </Button>
        )}
      </Row>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={text('crud.trash.purgeTitle', { name })}
          confirm={text('crud.trash.purge')}
          cancel={text('crud.cancel')}
          isBusy={purge.isPending}
          onConfirm={() => purge.mutate({ id, name }, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>{text('crud.trash.purgeText')}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}

/** Latest first. */
export const TrashedRecords = () => {
  const text = useTrashText()
  const { name, api } = useDeclaration()
  const meta = useMeta()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { canAccess: mayRestore = false } = useCanAccess({ resource: name, action: 'create' })
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(25)
  const { data, error, refetch } = useQuery({
    // Begins with the resource: each write refreshes it.
    queryKey: [name, 'trash', meta, page, perPage],
    queryFn: ({ signal }) =>
      dataProvider.page<Trashed>(`${api}/trash`, { params: { ...meta }, query: { page, perPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (error) return <LoadError message={text('crud.trash.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading>{text('crud.trash.loading')}</Loading>
  if (data.total === 0) return <Muted>{text('crud.trash.empty')}</Muted>
  return (
    <>
      <ol className={styles.entries}>
        {data.data.map(entry => (
          <Entry key={entry.id} entry={entry} mayRestore={mayRestore} />
        ))}
      </ol>
      <Pages {...{ page, perPage, setPage, setPerPage }} total={data.total} />
    </>
  )
}
