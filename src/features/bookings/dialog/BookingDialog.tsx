import Close from '@mui/icons-material/Close'
import Repeat from '@mui/icons-material/Repeat'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useId,
  useState,
} from 'react'
import { bookings } from '../../../resources/bookings'
import { ConfirmDialog, growsDown, LeaveGuard, resourceKeys, todayIn, useDisplay, useIsNarrow } from '../../../show'
import { useFirstItems } from '../../availability/useRequest'
import styles from '../bookings.module.css'
import { AddService, BookingFields, MoreButton, WhoBooks } from './BookingFields'
import { BookingFoot } from './BookingFoot'
import { formKeys } from './formKeys'
import { BookingSummary, PlaceStatus } from './PlaceStatus'
import { type BookingForm, useBookingDialog } from './useBookingDialog'
import type { BookingStart } from './useBookingDraft'
import { useText } from './useText'
import { WhatToBook } from './WhatToBook'
import { WhenAndWho } from './WhenAndWho'

const NoteWish = lazy(() => import('../../demand/NoteWish'))
const AddToWaitlist = lazy(() => import('../../waitlist/AddToWaitlist'))
const WaitingForPlace = lazy(() => import('../../waitlist/WaitingForPlace'))
const RepeatFields = lazy(() => import('../../series/RepeatFields'))
const VisitForm = lazy(() => import('../../visits/VisitForm'))

export interface Followed {
  date: string
  itemId: string | null
  variantId: string | null
}

interface BookingDialogProps {
  /** Another one, while open, moves the booking. */
  start: BookingStart
  onClose: () => void
  /** For a calendar beside the drawer, which stays usable. */
  onFollow?: ((chosen: Followed) => void) | undefined
}

interface FrameProps {
  titleId: string
  isBeside: boolean
  /** Asks before it closes. */
  isTyped: boolean
  onClose: () => void
  children: (leave: () => void) => ReactNode
}

const Frame = ({ titleId, isBeside, isTyped, onClose, children }: FrameProps) => {
  const text = useText()
  const isNarrow = useIsNarrow()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    if (isTyped) setLeaving(true)
    else onClose()
  }
  const closeByKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) leave()
  }
  // A drawer beside the page does not give back the focus.
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const content = (
    <>
      {isBeside && isTyped && <LeaveGuard />}
      {children(leave)}
      <ConfirmDialog
        isOpen={isLeaving}
        title={text('booking.discardTitle')}
        confirm={text('booking.discard')}
        cancel={text('booking.keepEditing')}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {text('booking.discardText')}
      </ConfirmDialog>
    </>
  )
  if (isNarrow)
    return (
      <Dialog open fullScreen onClose={leave} sx={growsDown} aria-labelledby={titleId}>
        {content}
      </Dialog>
    )
  return (
    <Drawer
      open
      anchor="right"
      variant={isBeside ? 'persistent' : 'temporary'}
      className={isBeside ? styles.beside : ''}
      data-beside={isBeside || undefined}
      onClose={leave}
      onKeyDown={isBeside ? closeByKey : undefined}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          className: styles.booking,
          ...(!isBeside && { 'aria-modal': true }),
        },
      }}
    >
      {content}
    </Drawer>
  )
}

/** Nothing is held before a time is chosen. */
const useFirstItem = ({ draft, place, change }: BookingForm): void => {
  const { data: items } = useFirstItems()
  const first = items?.find(({ status }) => status === 'active')?.id
  const isUndecided = draft.itemId === null && place === null && first !== undefined
  useEffect(() => {
    if (isUndecided) change({ itemId: first })
  })
}

/** For those whom no place fits, and those who wait for this one. */
const Waiting = ({ form, date, onClose }: { form: BookingForm; date: string; onClose: () => void }) => (
  <>
    {form.waiting && (form.waiting.time || date) && (
      <Suspense>
        <AddToWaitlist {...form.waiting} time={form.waiting.time ?? date} onAdded={onClose} />
      </Suspense>
    )}
    {form.refused && (
      <Suspense>
        <NoteWish {...form.refused} />
      </Suspense>
    )}
    {form.booking && (
      <Suspense>
        <WaitingForPlace booking={form.booking} onBefore={form.letGo} onOffered={onClose} />
      </Suspense>
    )}
  </>
)

// On a phone the keyboard would cover what is offered.
const focusFirst = (form: HTMLFormElement | null): void => form?.querySelector('input')?.focus()

/** Holds a chosen time until it is booked or closed. */
const BookingDialog = ({ start, onClose, onFollow }: BookingDialogProps) => {
  const text = useText()
  const isNarrow = useIsNarrow()
  const id = useId()
  const today = todayIn(useDisplay().timeZone)
  const [isTried, setTried] = useState(false)
  const [isRepeating, setRepeating] = useState(false)
  const [isMore, setMore] = useState(false)
  const [date, setDate] = useState('')
  const [isVisit, setVisit] = useState(false)
  const form = useBookingDialog(start, onClose, isVisit)
  const { booking, quote, missing, repeated, request } = form
  const isBeside = onFollow !== undefined && !isNarrow
  useFirstItem(form)

  const { itemId } = form.draft
  const variantId = itemId && form.variant ? form.variant.id : null
  useEffect(() => {
    if (isBeside && date) onFollow({ date, itemId, variantId })
  }, [isBeside, onFollow, date, itemId, variantId])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing.length > 0) return
    if (repeated) form.bookSeries()
    else if (booking) form.confirm(booking)
  }
  // A visit takes one day.
  const add = form.variant?.durationType === 'daily' || isRepeating ? null : () => startTransition(() => setVisit(true))
  const isOpened = isMore || Object.keys(form.errors).some(path => /^(answers|notes)\b/.test(path)) || form.mustAnswer
  const header = (leave: () => void) => (
    <header className={styles.bookingHead}>
      <h2 id={id}>{text(resourceKeys(bookings).page('create'))}</h2>
      <IconButton aria-label={text('availability.close')} onClick={leave} edge="end">
        <Close />
      </IconButton>
    </header>
  )
  const single = (leave: () => void) => (
    <form
      ref={isNarrow ? null : focusFirst}
      noValidate
      className={styles.bookingForm}
      onSubmit={submit}
      onKeyDown={formKeys(add)}
    >
      {header(leave)}
      <div className={styles.bookingBody}>
        <div className={styles.bookingColumn}>
          <WhoBooks form={form} />
          <WhatToBook form={form} />
          {add && (
            <div>
              <AddService onAdd={add} />
            </div>
          )}
          <MoreButton isOpened={isOpened} onClick={() => setMore(!isOpened)}>
            {text(form.item?.questions.length ? 'booking.moreQuestions' : 'booking.more')}
          </MoreButton>
          {isOpened && <BookingFields form={form} />}
        </div>
        <div className={styles.bookingColumn}>
          <WhenAndWho form={form} from={start.from ?? today} onDay={setDate} />
          <PlaceStatus form={form} />
          <Waiting form={form} date={date} onClose={onClose} />
          {isRepeating && (
            <Suspense fallback={null}>
              <RepeatFields request={request} customerId={form.customerId} onChange={form.setRepeated} />
            </Suspense>
          )}
        </div>
      </div>
      <BookingFoot
        problem={form.problem}
        missing={missing.map(one => text(`booking.missing.${one}`))}
        isTried={isTried}
        isBusy={form.isBusy}
        submit={text(repeated ? 'booking.bookSeries' : quote?.requiresApproval ? 'booking.request' : 'booking.book')}
        action={
          request &&
          !isRepeating && (
            <Button startIcon={<Repeat />} onClick={() => setRepeating(true)}>
              {text('booking.repeat')}
            </Button>
          )
        }
        onLeave={leave}
      >
        <BookingSummary form={form} />
      </BookingFoot>
    </form>
  )
  return (
    <Frame titleId={id} isBeside={isBeside} isTyped={form.isTyped || isVisit} onClose={onClose}>
      {leave =>
        isVisit ? (
          <Suspense>
            <VisitForm
              form={form}
              header={header(leave)}
              from={start.from ?? today}
              onDay={setDate}
              onSingle={({ itemId: only, variant, length, who, answers }) => {
                setVisit(false)
                form.type({ answers })
                form.setWho(who)
                form.change({ itemId: only, variantId: variant?.id ?? null, length, quantity: null })
              }}
              onLeave={leave}
              onClose={onClose}
            />
          </Suspense>
        ) : (
          single(leave)
        )
      }
    </Frame>
  )
}

export default BookingDialog
