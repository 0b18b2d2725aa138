import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetMany, useNotify } from 'ra-core'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../calls'
import { type AnswerOf, screenPath } from '../../declare'
import { type AffectedBooking, type Block, blocks } from '../../resources/blocks'
import { type Booking, bookings } from '../../resources/bookings'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { Muted, Row, type SlotwiseDataProvider, Stack, useDisplay, useFailure } from '../../show'
import { formatStart } from '../bookings/formatDayTimes'
import { TellEach, useTellsByDefault } from '../bookings/TellCustomer'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './blocks.module.css'
import { useText } from './useText'

const MoveDialog = lazy(async () => ({ default: (await import('../bookings/move/MoveDialog')).MoveDialog }))

type Outcome = AnswerOf<typeof calls.blocks.reassign>['results'][number]

const usePlan = (block: Block, isSaved: boolean) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { id, version, affectedBookings } = block
  const bookingIds = affectedBookings.map(booking => booking.id)
  const ask = (dryRun: boolean, notify = false) =>
    dataProvider.call(calls.blocks.reassign, { params: { id }, body: { bookingIds, dryRun, notify } })
  const { data } = useQuery({
    queryKey: [blocks.name, 'reassign', id, version, bookingIds],
    queryFn: () => ask(true),
    enabled: isSaved && bookingIds.length > 0,
    retry: false,
  })
  return { results: data?.results ?? [], count: data?.moved ?? 0, handOver: (notify: boolean) => ask(false, notify) }
}

const OutcomeLine = ({ outcome: { ok, toResourceIds, reasons } }: { outcome: Outcome }) => {
  const text = useText()
  const say = useEngineMessage()
  const { data = [] } = useGetMany<BookableResource>(
    bookableResources.name,
    { ids: toResourceIds },
    { enabled: toResourceIds.length > 0 },
  )
  const names = data.flatMap(one => one?.name ?? []).join(', ')
  const why = Array.from(new Set(reasons.map(reason => say(reason)))).join(' ')
  return <Muted as="span">{ok ? names && text('blocks.goesTo', { names }) : why || text('blocks.staysHere')}</Muted>
}

interface BookingsInTheWayProps {
  block: Block
  isSaved?: boolean
}

export const BookingsInTheWay = ({ block, isSaved = false }: BookingsInTheWayProps) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const titleId = useId()
  const { affectedBookings, affectedCount, notes } = block
  const { results, count, handOver } = usePlan(block, isSaved)
  const [moving, setMoving] = useState<Booking | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isTold, setTold] = useState(useTellsByDefault())
  const trying = (work: () => Promise<void>) => async () => {
    setBusy(true)
    await work().catch(error => {
      const { isSignedOut, detail } = failureOf(error)
      if (!isSignedOut) notify(detail, { type: 'error' })
    })
    setBusy(false)
  }
  const handAllOver = trying(async () => {
    const { moved } = await handOver(isTold)
    notify(text('blocks.handedOver', { smart_count: moved }), { type: 'success' })
  })
  const startMoving = (id: string) =>
    trying(async () => setMoving((await dataProvider.getOne<Booking>(bookings.name, { id })).data))
  const nameOf = ({ startsAt, customerName, reference }: AffectedBooking) =>
    `${formatStart(startsAt, display)}, ${customerName ?? reference}`
  return (
    <>
      <p role="status" style={visuallyHidden}>
        {affectedCount > 0 && text('blocks.inTheWay', { smart_count: affectedCount })}
      </p>
      {notes.includes('dst_widened') && <Muted>{text('blocks.widened')}</Muted>}
      {affectedCount > 0 && (
        <section className={styles.inTheWay} aria-labelledby={titleId}>
          <h3 id={titleId} className={styles.title}>
            {text('blocks.inTheWay', { smart_count: affectedCount })}
          </h3>
          {count > 0 && (
            <Row wrap gap="0.5rem" justify="space-between">
              <TellEach isTold={isTold} onChange={setTold} />
              <Button variant="outlined" disabled={isBusy} onClick={handAllOver}>
                {text('blocks.handOver', { smart_count: count })}
              </Button>
            </Row>
          )}
          <Stack as="ul" gap="0.25rem" className={styles.bookings}>
            {affectedBookings.map(booking => {
              const outcome = results.find(({ bookingId }) => bookingId === booking.id)
              return (
                <Row as="li" key={booking.id} gap="0.5rem" justify="space-between">
                  <div>
                    <Link to={screenPath(bookings, 'edit', booking.id)}>{nameOf(booking)}</Link>{' '}
                    {outcome && <OutcomeLine outcome={outcome} />}
                  </div>
                  <Button
                    size="small"
                    disabled={isBusy}
                    aria-label={text('blocks.moveOf', { name: nameOf(booking) })}
                    onClick={startMoving(booking.id)}
                  >
                    {text('blocks.move')}
                  </Button>
                </Row>
              )
            })}
          </Stack>
          {affectedCount > affectedBookings.length && (
            <Muted>{text('blocks.more', { smart_count: affectedCount - affectedBookings.length })}</Muted>
          )}
          {!isSaved && <Muted>{text('blocks.handLater')}</Muted>}
        </section>
      )}
      {moving && (
        <Suspense>
          <MoveDialog booking={moving} onClose={() => setMoving(null)} />
        </Suspense>
      )}
    </>
  )
}
