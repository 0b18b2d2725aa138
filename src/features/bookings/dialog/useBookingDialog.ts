import { useDataProvider, useNavigate, useNotify } from 'ra-core'
import { useEffect, useReducer, useState } from 'react'
import { calls } from '../../../calls'
import { formatInstant, MINUTE } from '../../../declare'
import type { Booking } from '../../../resources/bookings'
import type { Variant } from '../../../resources/variants'
import type { Slot } from '../../../scheduling'
import { type SlotwiseDataProvider, useDisplay, useFailure } from '../../../show'
import { usePhones } from '../../customers/usePhones'
import type { RepeatedBooking } from '../../series/RepeatFields'
import { type Override, useBookingApi } from '../bookingsApi'
import { formatStart } from '../formatDayTimes'
import { type Refusal, refusalOf } from '../refusal'
import { useTellsByDefault } from '../TellCustomer'
import { questionOf, useQuote } from '../useQuote'
import { type ChosenCustomer, forWhom } from './CustomerPicker'
import type { Answers } from './QuestionFields'
import { type BookingStart, useBookingDraft } from './useBookingDraft'
import { useCallKey, useHold } from './useHold'
import { useText } from './useText'
import type { BookingDraft } from './WhatToBook'

export interface Typed {
  customer: ChosenCustomer | null
  answers: Answers
  notes: string
  internalNotes: string
  isTold: boolean
}

const typedFirst = ({ customer }: BookingStart, isTold: boolean): Typed => ({
  isTold,
  customer: customer ? { isNew: false, customer } : null,
  answers: {},
  notes: '',
  internalNotes: '',
})

interface Outcome {
  isBusy: boolean
  /** By field path. */
  errors: Readonly<Record<string, string>>
  /** Not of a shown field. */
  problem: string | null
  refusal: Refusal | null
}

const noOutcome: Outcome = { isBusy: false, errors: {}, problem: null, refusal: null }

const ownPaths = /^(customer|customerId|answers|notes)\b/

const endsWith = (variant: Variant | null | undefined, startsAt: string): string | null =>
  variant ? formatInstant(Date.parse(startsAt) + variant.durationMinutes * MINUTE) : null

const useAttempt = () => {
  const failureOf = useFailure()
  const [outcome, set] = useReducer(
    (before: Outcome, changes: Partial<Outcome>) => ({ ...before, ...changes }),
    noOutcome,
  )
  const explain = (error: unknown): Partial<Outcome> => {
    const refusal = refusalOf(error)
    if (refusal) return { refusal }
    const { isSignedOut, errors, detail } = failureOf(error)
    if (isSignedOut) return {}
    const elsewhere = Object.entries(errors).filter(([path]) => !ownPaths.test(path))
    const problem = Object.keys(errors).length === 0 ? detail : elsewhere.map(([, message]) => message).join(' ')
    return { errors, problem: problem || null }
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (outcome.isBusy) return
    set({ ...noOutcome, isBusy: true })
    try {
      await work()
      set({ isBusy: false })
    } catch (error) {
      set({ isBusy: false, ...explain(error) })
    }
  }
  return { outcome, attempt, forget: set }
}

interface Sent {
  typed: Typed
  request: ReturnType<typeof useBookingDraft>['request']
  quantity: number | null
  attempt: (work: () => Promise<void>) => Promise<void>
  onBooked: () => void
}

const useSend = ({ typed, request, quantity, attempt, onBooked }: Sent) => {
  const text = useText()
  const notify = useNotify()
  const display = useDisplay()
  const navigate = useNavigate()
  const { complete } = usePhones()
  const api = useBookingApi()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const keyOf = useCallKey()
  const { customer, answers, notes, internalNotes, isTold } = typed
  const told = {
    ...forWhom(customer, complete),
    ...{ answers, notes: notes || null, internalNotes: internalNotes || null, notify: isTold },
  }
  const announce = (sentence: string, open: 'booking.open' | 'series.open', path: string) => {
    notify(sentence, { type: 'success', action: { label: text(open), onClick: () => navigate(path) } })
    onBooked()
  }
  return {
    confirm: ({ id }: Booking, keep: () => void, how?: Override) =>
      void attempt(async () => {
        const { status, reference, startsAt } = await api.act(id, 'confirm', { ...how, ...told })
        keep()
        const key = status === 'pending' ? 'booking.madePending' : 'booking.made'
        announce(text(key, { reference, when: formatStart(startsAt, display) }), 'booking.open', `/bookings/${id}`)
      }),
    bookSeries: ({ bookedCount: _, ...rule }: RepeatedBooking) =>
      void attempt(async () => {
        if (!request) return
        const body = { ...request, ...rule, ...told, quantity }
        const made = await dataProvider.call(calls.bookingSeries.create, { body, headers: keyOf(body) })
        const { id, reference, bookedCount, occurrenceCount } = made
        const sentence = text('series.made', { reference, count: bookedCount, total: occurrenceCount })
        announce(sentence, 'series.open', `/series/${id}`)
      }),
  }
}

/** Holds the chosen time until the customer is known. */
export const useBookingDialog = (start: BookingStart, onClose: () => void, isVisit: boolean) => {
  const { complete } = usePhones()
  const api = useBookingApi()
  const { outcome, attempt, forget } = useAttempt()
  const { draft, place, request, item, variants, variant, length, ...to } = useBookingDraft(start)
  const isToldByDefault = useTellsByDefault()
  const [nothing] = useState(() => typedFirst(start, isToldByDefault))
  const [typed, setTyped] = useState(nothing)
  const [repeated, setRepeated] = useState<RepeatedBooking | null>(null)
  // A hold would block a series' first date, or a visit's part.
  const { hold, take, replace, keep, letGo } = useHold(repeated || isVisit ? null : request)
  const booking = hold.step === 'held' ? hold.booking : null
  const customerId = typed.customer && !typed.customer.isNew ? typed.customer.customer.id : null
  const { data: asked } = useQuote(booking && { ...questionOf(booking), customerId })
  const quote = (booking && asked) ?? null

  const isNamed = typed.customer !== null && (!typed.customer.isNew || typed.customer.customer.name.trim() !== '')
  const hasPlace = repeated ? repeated.bookedCount !== 0 : booking !== null
  const missing = [!variant && 'what', variant && !hasPlace && 'place', !isNamed && 'customer'] as const

  const send = useSend({ typed, request, quantity: draft.quantity, attempt, onBooked: onClose })
  const confirm = (held: Booking, how?: Override) => send.confirm(held, keep, how)

  // A click elsewhere moves the booking there.
  const { takeSlot, move } = to
  const [came, setCame] = useState(start)
  if (came !== start) {
    setCame(start)
    if (start.startsAt) {
      to.setWho(start.resourceId ?? null)
      move(start.startsAt, start.resourceId ? [start.resourceId] : [])
    }
  }

  const [nearest] = hold.step === 'refused' && to.isAdrift ? hold.refusal.alternatives : []
  useEffect(() => {
    if (nearest) takeSlot(nearest)
  }, [nearest, takeSlot])

  const refusal = outcome.refusal ?? (hold.step === 'refused' ? hold.refusal : null)
  const endsAt = request && (request.endsAt ?? endsWith(variant, request.startsAt))
  const wanted = variant && { variantId: variant.id, channelId: draft.channelId, quantity: draft.quantity }
  const waiting = wanted &&
    variant.waitlistEnabled &&
    (refusal !== null || place === null) && {
      wanted: {
        ...{ ...wanted, durationMinutes: variant.durationType === 'fixed' ? null : (length ?? null) },
        ...forWhom(typed.customer, complete),
      },
      time: request && endsAt ? { startsAt: request.startsAt, endsAt } : null,
      isNamed,
    }
  const refused = refusal &&
    wanted &&
    request && {
      ...{ ...wanted, startsAt: request.startsAt, endsAt },
      title: [item?.name, variant.name].filter(Boolean).join(' · '),
      code: refusal.reasons[0]?.code,
      customer: typed.customer && !typed.customer.isNew ? typed.customer.customer : null,
    }

  const changeQuantity = ({ id }: Booking, quantity: number | null) =>
    void attempt(async () => {
      replace(await api.patch(id, { quantity, reprice: true }))
      to.setQuantity(quantity)
    })

  return {
    draft,
    place,
    typed,
    isTyped: typed !== nothing,
    mustAnswer: item?.questions.some(({ required }) => required) ?? false,
    item,
    variants,
    variant,
    hold,
    booking,
    quote,
    missing: missing.filter(one => one !== false && one !== null),
    ...outcome,
    refusal,
    waiting,
    refused,
    letGo,
    type: (changes: Partial<Typed>) => {
      setTyped(before => ({ ...before, ...changes }))
      forget({ errors: {}, problem: null })
    },
    change: (changes: Partial<BookingDraft>) => {
      forget({ refusal: null })
      const { quantity } = changes
      if (booking && quantity !== undefined && Object.keys(changes).length === 1)
        return changeQuantity(booking, quantity)
      to.ask(changes)
    },
    unable: to.unable,
    able: to.able,
    who: to.who,
    length,
    setWho: (who: string | null) => {
      to.setWho(who)
      forget({ refusal: null })
      if (place) move(place.startsAt, who ? [who] : [])
    },
    takeUsual: ({ catalogItemId, variantId, resourceIds: [first] }: Booking) => {
      forget({ refusal: null })
      to.ask({ itemId: catalogItemId, variantId, length: null, quantity: null })
      if (!place) to.setWho(first ?? null)
    },
    move: (startsAt: string, resourceIds: readonly string[]) => {
      forget({ refusal: null })
      to.move(startsAt, resourceIds)
    },
    takeSlot: (slot: Slot) => {
      forget({ refusal: null })
      to.takeSlot(slot)
    },
    override: (reason: string) => {
      const how: Override = { override: true, reason }
      if (booking) confirm(booking, how)
      else if (request) take({ ...request, quantity: draft.quantity }, how)
    },
    request,
    endsAt,
    customerId,
    repeated,
    setRepeated,
    bookSeries: () => repeated && send.bookSeries(repeated),
    extend: ({ id }: Booking) => void attempt(async () => replace(await api.act(id, 'extendHold', {}))),
    retry: () => request && take(request),
    confirm,
  }
}

export type BookingForm = ReturnType<typeof useBookingDialog>
