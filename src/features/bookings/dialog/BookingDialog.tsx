import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import ExpandMore from '@mui/icons-material/ExpandMore'
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
import { BookingFields, WhoBooks } from './BookingFields'
import { formKeys } from './formKeys'
import { BookingSummary, PlaceStatus } from './PlaceStatus'
import { useBookingDialog } from './useBookingDialog'
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
  /** Another one while it is open moves what is being booked. */
  start: BookingStart
  onClose: () => void
  /** Given where a calendar beside it follows what is chosen: it leaves that usable. */
  onFollow?: ((chosen: Followed) => void) | undefined
}

interface FrameProps {
  titleId: string
  /** Leaves the rest of the page usable. */
  isBeside: boolean
  onClose: () => void
  children: ReactNode
}

const Frame = ({ titleId, isBeside, onClose, children }: FrameProps) => {
  const isNarrow = useIsNarrow()
  const closeByKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) onClose()
  }
  // A drawer beside the page has no focus of its own to give back.
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  if (isNarrow)
    return (
      <Dialog open fullScreen onClose={onClose} sx={growsDown} aria-labelledby={titleId}>
        {children}
      </Dialog>
    )
  return (
    <Drawer
      open
      anchor="right"
      variant={isBeside ? 'persistent' : 'temporary'}
      className={isBeside ? styles.beside : ''}
      data-beside={isBeside || undefined}
      onClose={onClose}
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
      {children}
    </Drawer>
  )
}

// On a phone the keyboard would cover what is offered.
const focusFirst = (form: HTMLFormElement | null): void => form?.querySelector('input')?.focus()

/** Offers what is free, holds a time as soon as it is chosen, and releases it when closed without booking. */
const BookingDialog = ({ start, onClose, onFollow }: BookingDialogProps) => {
  const text = useText()
  const isNarrow = useIsNarrow()
  const id = useId()
  const missingId = useId()
  const today = todayIn(useDisplay().timeZone)
  const [isTried, setTried] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isRepeating, setRepeating] = useState(false)
  const [isMore, setMore] = useState(false)
  const [date, setDate] = useState('')
  const [isVisit, setVisit] = useState(false)
  const form = useBookingDialog(start, onClose, isVisit)
  const { booking, quote, problem, missing, isBusy, repeated, request, customerId, setRepeated, waiting, draft } = form
  const isBeside = onFollow !== undefined && !isNarrow

  // What is first in the catalog is offered: nothing is held before a time is chosen.
  const { data: items } = useFirstItems()
  const first = items?.find(({ status }) => status === 'active')?.id
  const { change } = form
  const isUndecided = draft.itemId === null && form.place === null && first !== undefined
  useEffect(() => {
    if (isUndecided) change({ itemId: first })
  })

  const { itemId } = draft
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
  const isTyped = form.isTyped || isVisit
  const close = () => {
    if (isTyped) setLeaving(true)
    else onClose()
  }
  // A visit takes one day.
  const add = form.variant?.durationType === 'daily' || isRepeating ? null : () => startTransition(() => setVisit(true))
  const isOpened = isMore || Object.keys(form.errors).some(path => /^(answers|notes)\b/.test(path)) || form.mustAnswer
  const header = (
    <header className={styles.bookingHead}>
      <h2 id={id}>{text(resourceKeys(bookings).page('create'))}</h2>
      <IconButton aria-label={text('availability.close')} onClick={close} edge="end">
        <Close />
      </IconButton>
    </header>
  )
  const single = (
    <form
      ref={isNarrow ? null : focusFirst}
      noValidate
      className={styles.bookingForm}
      onSubmit={submit}
      onKeyDown={formKeys(add)}
    >
      {header}
      <div className={styles.bookingBody}>
        <div className={styles.bookingColumn}>
          <WhoBooks form={form} />
          <WhatToBook form={form} />
          {add && (
            <div>
              <Button size="small" startIcon={<Add />} aria-keyshortcuts="+" onClick={add}>
                {text('visit.add')}
              </Button>
            </div>
          )}
          <div>
            <Button
              size="small"
              startIcon={<ExpandMore className={isOpened ? styles.opened : ''} />}
              aria-expanded={isOpened}
              onClick={() => setMore(!isOpened)}
            >
              {text(form.item?.questions.length ? 'booking.moreQuestions' : 'booking.more')}
            </Button>
          </div>
          {isOpened && <BookingFields form={form} />}
        </div>
        <div className={styles.bookingColumn}>
          <WhenAndWho form={form} from={start.from ?? today} onDay={setDate} />
          <PlaceStatus form={form} />
          {waiting && (waiting.time || date) && (
            <Suspense>
              <AddToWaitlist {...waiting} time={waiting.time ?? date} onAdded={onClose} />
            </Suspense>
          )}
          {form.refused && (
            <Suspense>
              <NoteWish {...form.refused} />
            </Suspense>
          )}
          {booking && (
            <Suspense>
              <WaitingForPlace booking={booking} onBefore={form.letGo} onOffered={onClose} />
            </Suspense>
          )}
          {isRepeating && (
            <Suspense fallback={null}>
              <RepeatFields request={request} customerId={customerId} onChange={setRepeated} />
            </Suspense>
          )}
        </div>
      </div>
      <footer className={styles.bookingFoot}>
        <BookingSummary form={form} />
        {problem && (
          <p role="alert" className={styles.error}>
            {problem}
          </p>
        )}
        {missing.length > 0 && (
          <p id={missingId} role={isTried ? 'alert' : undefined} className={isTried ? styles.error : styles.missing}>
            {text('booking.missing', { what: missing.map(one => text(`booking.missing.${one}`)).join(', ') })}
          </p>
        )}
        <div className={styles.bookingActions}>
          {request && !isRepeating && (
            <Button startIcon={<Repeat />} onClick={() => setRepeating(true)}>
              {text('booking.repeat')}
            </Button>
          )}
          <Button onClick={close}>{text('booking.cancelDialog')}</Button>
          <Button
            type="submit"
            variant="contained"
            aria-describedby={missing.length > 0 ? missingId : undefined}
            aria-keyshortcuts="Control+Enter"
            aria-busy={isBusy}
          >
            {text(repeated ? 'booking.bookSeries' : quote?.requiresApproval ? 'booking.request' : 'booking.book')}
          </Button>
        </div>
      </footer>
    </form>
  )
  return (
    <Frame titleId={id} isBeside={isBeside} onClose={close}>
      {isBeside && isTyped && <LeaveGuard />}
      {isVisit ? (
        <Suspense>
          <VisitForm
            form={form}
            header={header}
            from={start.from ?? today}
            onDay={setDate}
            onSingle={({ itemId: only, variant, length, who, answers }) => {
              setVisit(false)
              form.type({ answers })
              form.setWho(who)
              change({ itemId: only, variantId: variant?.id ?? null, length, quantity: null })
            }}
            onLeave={close}
            onClose={onClose}
          />
        </Suspense>
      ) : (
        single
      )}
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
    </Frame>
  )
}

export default BookingDialog
