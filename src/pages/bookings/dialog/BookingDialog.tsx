import Close from '@mui/icons-material/Close'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDisplay } from '../../../crud/format/display'
import { formatMoney } from '../../../crud/format/money'
import { useSentence } from '../../../crud/format/useSentence'
import { useIsNarrow } from '../../../crud/list/useIsNarrow'
import { ConfirmDialog } from '../../../crud/screen/ConfirmDialog'
import { Loading } from '../../../crud/screen/Loading'
import { useFailure } from '../../../crud/useFailure'
import { useText } from '../../../i18n/useText'
import { showToast } from '../../../notifications/toast'
import type { Booking } from '../../../resources/bookings'
import type { Variant } from '../../../resources/variants'
import type { Slot } from '../../../scheduling'
import { useItem } from '../../availability/useRequest'
import styles from '../bookings.module.css'
import { type BookingRequest, type ForWhom, type Override, useBookingApi } from '../bookingsApi'
import { formatDayTimes, formatStart } from '../formatDayTimes'
import { RefusalNotice } from '../RefusalNotice'
import { type Refusal, refusalOf } from '../refusal'
import { type ChosenCustomer, CustomerPicker } from './CustomerPicker'
import { endOf, lengthBetween } from './chosenTime'
import { HoldTimer } from './HoldTimer'
import { type Answers, QuestionFields } from './QuestionFields'
import { useHold } from './useHold'
import { useQuote } from './useQuote'
import { WhatToBook, type Wish } from './WhatToBook'

export interface BookingStart {
  itemId?: string | null
  variantId?: string | null
  channelId?: string | null
  quantity?: number | null
  resourceId: string
  startsAt: string
  endsAt?: string | null
}

interface BookingDialogProps {
  start: BookingStart
  onClose: () => void
}

interface Typed {
  customer: ChosenCustomer | null
  answers: Answers
  notes: string
  internalNotes: string
}

const nothing: Typed = { customer: null, answers: {}, notes: '', internalNotes: '' }

const forWhom = (chosen: ChosenCustomer | null): ForWhom => {
  if (!chosen) return {}
  if (!chosen.isNew) return { customerId: chosen.customer.id }
  const { name, email, phone } = chosen.customer
  return { customer: { name, email: email || null, phone: phone || null } }
}

/**
 * Books a free time: keeps the place from the moment it opens, says what it costs and when it ends, and becomes a booking once it
 * is known for whom. Closing it gives the place back.
 */
const BookingDialog = ({ start, onClose }: BookingDialogProps) => {
  const text = useText()
  const failureOf = useFailure()
  const say = useSentence()
  const display = useDisplay()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const api = useBookingApi()
  const id = useId()

  const [wish, setWish] = useState<Wish>({
    itemId: start.itemId ?? null,
    variantId: start.variantId ?? null,
    channelId: start.channelId ?? null,
    length: null,
    quantity: start.quantity ?? null,
  })
  const [place, setPlace] = useState({
    startsAt: start.startsAt,
    endsAt: start.endsAt ?? null,
    resourceIds: [start.resourceId],
  })
  const [typed, setTyped] = useState<Typed>(nothing)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  const { data: item } = useItem(wish.itemId)
  const { data: offered } = useGetList<Variant>(
    'variants',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'sortOrder', order: 'ASC' },
      meta: { catalogItemId: wish.itemId },
    },
    { enabled: wish.itemId !== null },
  )
  const variants = wish.itemId ? (offered ?? []) : []
  const variant =
    variants.find(one => one.id === wish.variantId) ?? variants.find(one => one.isActive) ?? variants[0] ?? null
  const length = variant && (wish.length ?? lengthBetween(variant, place.startsAt, place.endsAt))
  // What changes while a place is kept is changed in place, so it is no part of what is asked for.
  const [askedQuantity, setAskedQuantity] = useState(wish.quantity)
  const request: BookingRequest | null = variant && {
    variantId: variant.id,
    channelId: wish.channelId,
    startsAt: place.startsAt,
    endsAt: endOf(variant, place.startsAt, length, display.timeZone),
    quantity: askedQuantity,
    resourceIds: place.resourceIds,
  }
  const { hold, take, replace, keep } = useHold(request)
  const booking = hold.step === 'held' ? hold.booking : null
  const customerId = typed.customer && !typed.customer.isNew ? typed.customer.customer.id : null
  const quote = useQuote(booking, customerId)
  const shownRefusal = refusal ?? (hold.step === 'refused' ? hold.refusal : null)
  const isTyped = typed !== nothing

  const type = (changes: Partial<Typed>) => {
    setTyped(before => ({ ...before, ...changes }))
    setErrors({})
    setProblem(null)
  }

  /** Runs a call; what it refuses is shown, and what was typed stays. */
  const attempt = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setErrors({})
    setProblem(null)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      const refused = refusalOf(error)
      const failure = failureOf(error)
      if (refused) setRefusal(refused)
      else if (!failure.isSignedOut) {
        const byPath = failure.errors
        setErrors(byPath)
        const unseen = Object.entries(byPath).filter(([path]) => !/^(customer|customerId|answers|notes)\b/.test(path))
        setProblem(
          Object.keys(byPath).length === 0 ? failure.detail : unseen.map(([, message]) => message).join(' ') || null,
        )
      }
    } finally {
      setBusy(false)
    }
  }

  const change = (changes: Partial<Wish>) => {
    setRefusal(null)
    const { quantity } = changes
    const isOnlyQuantity = quantity !== undefined && Object.keys(changes).length === 1
    if (isOnlyQuantity && booking) {
      void attempt(async () => {
        replace(await api.patch(booking.id, { quantity, reprice: true }))
        setWish(before => ({ ...before, quantity }))
      })
      return
    }
    setWish(before => ({ ...before, ...changes }))
    setAskedQuantity(quantity === undefined ? wish.quantity : quantity)
  }

  const takeSlot = ({ startsAt, endsAt, resourceIds }: Slot) => {
    setRefusal(null)
    setAskedQuantity(wish.quantity)
    setPlace({ startsAt, endsAt, resourceIds: [...resourceIds] })
  }

  const override = (reason: string) => {
    const how: Override = { override: true, reason }
    if (booking) confirm(booking, how)
    else if (request) take({ ...request, quantity: wish.quantity }, how)
  }

  const announce = (made: Booking) => {
    const key = made.status === 'pending' ? 'booking.madePending' : 'booking.made'
    void showToast('success', text(key, { reference: made.reference, when: formatStart(made.startsAt, display) }), {
      label: text('booking.open'),
      onClick: () => navigate(`/bookings/${made.id}`),
    })
  }

  const confirm = ({ id: holdId }: Booking, how?: Override) =>
    void attempt(async () => {
      const { customer, answers, notes, internalNotes } = typed
      const made = await api.act(holdId, 'confirm', {
        ...how,
        ...forWhom(customer),
        answers,
        notes: notes || null,
        internalNotes: internalNotes || null,
      })
      keep()
      announce(made)
      onClose()
    })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (booking) confirm(booking)
  }

  const close = () => {
    if (isTyped) setLeaving(true)
    else onClose()
  }

  const failed = hold.step === 'failed' ? failureOf(hold.error) : null
  const failedTexts = failed && (Object.values(failed.errors).join(' ') || failed.detail)
  const resourceNames = booking?.resources.map(({ name }) => name).join(', ')
  return (
    <Dialog open onClose={close} fullScreen={isNarrow} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form noValidate className={styles.dialog} onSubmit={submit}>
        <DialogTitle component="div" className={styles.dialogTitle}>
          <h2 id={id}>{text('booking.new')}</h2>
          <IconButton aria-label={text('availability.close')} onClick={close} edge="end">
            <Close />
          </IconButton>
        </DialogTitle>
        <DialogContent className={styles.dialogContent}>
          <div className={styles.summary}>
            <strong>
              {booking
                ? formatDayTimes(booking, display)
                : place.endsAt
                  ? formatDayTimes({ startsAt: place.startsAt, endsAt: place.endsAt }, display)
                  : formatStart(place.startsAt, display)}
            </strong>
            {booking && <span>{resourceNames}</span>}
            {booking && <span className={styles.total}>{formatMoney(booking.total, display.locale)}</span>}
          </div>
          <WhatToBook
            wish={wish}
            item={wish.itemId ? item : undefined}
            variants={variants}
            variant={variant}
            onChange={change}
          />
          {hold.step === 'taking' && <Loading>{text('booking.holding')}</Loading>}
          {booking && (
            <HoldTimer
              booking={booking}
              isBusy={isBusy}
              onExtend={() => void attempt(async () => replace(await api.act(booking.id, 'extend-hold')))}
            />
          )}
          {shownRefusal && (
            <RefusalNotice refusal={shownRefusal} isBusy={isBusy} onTake={takeSlot} onOverride={override} />
          )}
          {failedTexts && (
            <div role="alert" className={styles.problem}>
              <p>{failedTexts}</p>
              <Button size="small" onClick={() => request && take(request)}>
                {text('error.retry')}
              </Button>
            </div>
          )}
          {quote?.requiresApproval && <p className={styles.muted}>{text('booking.needsApproval')}</p>}
          {quote?.warnings.map(warning => (
            <p key={`${warning.code}${say(warning)}`} className={styles.warning}>
              <Warning fontSize="small" /> {say(warning)}
            </p>
          ))}
          <CustomerPicker value={typed.customer} errors={errors} onChange={customer => type({ customer })} />
          <QuestionFields
            questions={(wish.itemId && item?.questions) || []}
            answers={typed.answers}
            errors={errors}
            onChange={answers => type({ answers })}
          />
          <TextField
            label={text('booking.notes')}
            value={typed.notes}
            multiline
            error={errors.notes !== undefined}
            helperText={errors.notes ?? text('booking.notesHelp')}
            onChange={event => type({ notes: event.target.value })}
          />
          <TextField
            label={text('booking.internalNotes')}
            value={typed.internalNotes}
            multiline
            onChange={event => type({ internalNotes: event.target.value })}
          />
        </DialogContent>
        <DialogActions className={styles.dialogActions}>
          {problem && (
            <p role="alert" className={styles.error}>
              {problem}
            </p>
          )}
          <Button onClick={close}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" variant="contained" disabled={!booking} aria-busy={isBusy}>
            {text(quote?.requiresApproval ? 'booking.request' : 'booking.book')}
          </Button>
        </DialogActions>
      </form>
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
    </Dialog>
  )
}

export default BookingDialog
