import { useDataProvider, useNotify } from 'ra-core'
import {
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useLocation } from 'react-router'
import { mayAccess } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { Loading, resourceKeys, useFailure, useRole } from '../../show'
import type { TimelineActions } from '../availability/timeline/TimelineActions'
import type { ChangeView, ViewState } from '../availability/viewState'
import { isOfSeries } from '../series/isOfSeries'
import styles from './bookings.module.css'
import type { Followed } from './dialog/BookingDialog'
import type { BookingStart } from './dialog/useBookingDraft'
import type { Dragged } from './move/MoveDragged'
import { type NewPlace, useMoveBooking } from './move/useMoveBooking'
import { refusalOf } from './refusal'
import { useText } from './useText'

const BookingDialog = lazy(() => import('./dialog/BookingDialog'))
const BookingCard = lazy(() => import('./BookingCard'))
const MoveDragged = lazy(() => import('./move/MoveDragged'))
const BookingDrawer = lazy(() => import('./BookingDrawer'))
const WaitingMarks = lazy(() => import('../waitlist/WaitingMarks').catch(() => ({ default: () => [] })))

/** Until the dialog is drawn. The calendar makes room a frame later, after the click is answered. */
const DialogPlace = () => {
  const text = useText()
  const [hasRoom, setRoom] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setRoom(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className={`${hasRoom ? styles.beside : ''} ${styles.besidePlace}`} data-beside={hasRoom || undefined}>
      <Loading>{text('loading', { title: text(resourceKeys(bookings).page('create')) })}</Loading>
    </div>
  )
}

/** Does nothing without permission. */
export const useTimelineBookings = (
  state: ViewState,
  changeView: ChangeView,
): {
  actions: TimelineActions
  dialogs: ReactNode
} => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const role = useRole()
  const dataProvider = useDataProvider()
  const move = useMoveBooking()
  const isAsked = useLocation().state?.isBooking === true
  const { itemId, variantId, channelId, quantity, date } = state
  const filter = useMemo(() => ({ itemId, variantId, channelId, quantity }), [itemId, variantId, channelId, quantity])
  const anyTime = useMemo(() => ({ ...filter, ...(date && { from: date }) }), [filter, date])
  const [start, setStart] = useState<BookingStart | null>(isAsked ? anyTime : null)
  // The calendar's filters before it followed the booking.
  const before = useRef<typeof filter | null>(isAsked ? filter : null)
  const [isOpening, startOpening] = useTransition()
  const [openId, setOpenId] = useState<string | null>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  // Stays mounted, so that closing can animate.
  const wasOpened = useRef(false)
  wasOpened.current ||= openId !== null

  // A dialog that opens before the next render also returns to it.
  useEffect(() => {
    if (!start && JSON.stringify(before.current) === JSON.stringify(filter)) before.current = null
  }, [start, filter])

  const onSelectFree = useCallback(
    (time: Partial<BookingStart>) => {
      before.current ??= filter
      // The pressed cell answers before the dialog appears.
      startOpening(() => setStart({ ...filter, ...time }))
    },
    [filter],
  )
  const onSelectBooking = useCallback((id: string) => startTransition(() => setOpenId(id)), [])
  const onBook = useCallback(() => onSelectFree(anyTime), [onSelectFree, anyTime])
  const follow = useCallback(
    (chosen: Followed) => changeView(chosen, { replace: true, flushSync: false }),
    [changeView],
  )
  const close = () => {
    setStart(null)
    changeView(before.current ?? {}, { replace: true, flushSync: false })
  }
  const onMove = useCallback<NonNullable<TimelineActions['onMove']>>(
    async ({ bookingId, resourceId, startsAt }) => {
      const read = async (): Promise<{ booking: Booking; place: NewPlace }> => {
        const { data: booking } = await dataProvider.getOne<Booking>(bookings.name, { id: bookingId })
        const { resources, resourceIds } = booking
        if (resourceIds.includes(resourceId)) return { booking, place: { startsAt, resourceIds } }
        if (resources.length === 1) return { booking, place: { startsAt, resourceIds: [resourceId] } }
        // The target replaces the resource of the same type.
        const { data: target } = await dataProvider.getOne<BookableResource>(bookableResources.name, { id: resourceId })
        const others = resources.filter(one => one.resourceTypeId !== target.resourceTypeId)
        return { booking, place: { startsAt, resourceIds: [...others.map(one => one.resourceId), resourceId] } }
      }
      try {
        const { booking, place } = await read()
        if (isOfSeries(booking) || booking.visitId) return setDragged({ booking, place })
        await move(booking, place, { offersTelling: true }).catch(error => {
          const refusal = refusalOf(error)
          if (!refusal) throw error
          setDragged({ booking, place, refusal })
        })
      } catch (error) {
        const { isSignedOut, errors, detail } = failureOf(error)
        if (!isSignedOut) {
          notify(`${text('booking.moveFailed')}: ${Object.values(errors).join(' ') || detail}`, { type: 'error' })
        }
      }
    },
    [dataProvider, move, text, notify, failureOf],
  )

  const mayBook = mayAccess(role, bookings.access, 'create')
  return {
    actions: {
      onSelectBooking,
      Card: BookingCard,
      WaitingMarks,
      ...(mayBook && { onSelectFree, onMove, onBook }),
    },
    dialogs: (
      <Suspense fallback={null}>
        {isOpening && !start && <DialogPlace />}
        {start && <BookingDialog start={start} onClose={close} onFollow={follow} />}
        {wasOpened.current && <BookingDrawer id={openId} onClose={() => startTransition(() => setOpenId(null))} />}
        {dragged && <MoveDragged {...dragged} onClose={() => setDragged(null)} />}
      </Suspense>
    ),
  }
}
