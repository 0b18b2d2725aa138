import Button from '@mui/material/Button'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRefresh } from 'ra-core'
import { useState } from 'react'
import type { webhookDeliveries } from '../../core'
import { webhooks } from '../../core'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import type { RecordOf } from '../../schema'
import { Badge } from '../../ui/badge/Badge'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { ShownOnceDialog } from '../../ui/secret/ShownOnceDialog'
import { useText } from './useText'
import styles from './webhooks.module.css'

type Webhook = RecordOf<typeof webhooks>
type Delivery = RecordOf<typeof webhookDeliveries>

/** Shown once, so it leaves the mutation cache. */
const takeSecret = (queries: QueryClient, id: string): string | undefined => {
  const cache = queries.getMutationCache()
  for (const mutation of cache.getAll()) {
    const { data } = mutation.state
    const made = data as { id?: string; secret?: string; data?: { id?: string; secret?: string } } | undefined
    const { secret } = [made, made?.data].find(one => one?.id === id && one.secret) ?? {}
    if (!secret) continue
    cache.remove(mutation)
    return secret
  }
  return undefined
}

const WebhookHealth = ({ record }: { record: Webhook }) => {
  const text = useText()
  const display = useDisplay()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const notify = useNotify()
  const failureOf = useFailure()
  const refresh = useRefresh()
  const queries = useQueryClient()
  const [secret, setSecret] = useState(() => takeSecret(queries, record.id))
  const [isRotating, setRotating] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const at = (instant: string) => formatMoment(instant, display)
  const { id, failingSince, lastSuccessAt, secretHint, previousSecretExpiresAt } = record

  const post = async <T,>(path: string, onDone: (answer: T) => void) => {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(await dataProvider.request<T>('POST', `${webhooks.api}/{id}/${path}`, { params: { id }, body: {} }))
      refresh()
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
    setBusy(false)
  }
  const test = () =>
    post<Delivery>('test', ({ status }) =>
      status === 'succeeded' ? notify(text('webhooks.tested')) : notify(text('webhooks.testFailed'), { type: 'error' }),
    )
  const rotate = () =>
    post<{ secret: string }>('rotate-secret', answer => {
      setRotating(false)
      setSecret(answer.secret)
    })
  return (
    <div className={styles.health}>
      {failingSince ? (
        <Badge tone="bad">{text('webhooks.failing', { at: at(failingSince) })}</Badge>
      ) : (
        <Badge tone={lastSuccessAt ? 'good' : 'waiting'}>
          {lastSuccessAt ? text('webhooks.arrived', { at: at(lastSuccessAt) }) : text('webhooks.never')}
        </Badge>
      )}
      {secretHint && <span className={styles.hint}>{text('webhooks.hint', { hint: secretHint })}</span>}
      {previousSecretExpiresAt && (
        <span className={styles.hint}>{text('webhooks.formerUntil', { at: at(previousSecretExpiresAt) })}</span>
      )}
      <span className={styles.buttons}>
        <Button size="small" aria-busy={isBusy} onClick={() => void test()}>
          {text('webhooks.test')}
        </Button>
        <Button size="small" onClick={() => setRotating(true)}>
          {text('webhooks.rotate')}
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isRotating}
        title={text('webhooks.rotate')}
        confirm={text('webhooks.rotateConfirm')}
        cancel={text('webhooks.cancel')}
        isBusy={isBusy}
        onConfirm={() => void rotate()}
        onCancel={() => setRotating(false)}
      >
        {text('webhooks.rotateQuestion')}
      </ConfirmDialog>
      {secret && (
        <ShownOnceDialog
          title={text('webhooks.secret')}
          once={text('webhooks.once')}
          care={text('webhooks.care')}
          label={text('webhooks.secretLabel')}
          value={secret}
          copy={text('webhooks.copy')}
          copied={text('webhooks.copied')}
          marked={text('webhooks.marked')}
          done={text('webhooks.close')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  )
}

export default WebhookHealth
