import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider, useNavigate, useNotify } from 'ra-core'
import { useEffect, useState } from 'react'
import { calls } from '../../calls'
import type { Visit, VisitSlot } from '../../calls/visits'
import type { CallInput } from '../../declare'
import { availabilityKey } from '../../resources/effects'
import { type SlotwiseDataProvider, useDisplay, useFailure, useSettled } from '../../show'
import type { Override } from '../bookings/bookingsApi'
import { forWhom } from '../bookings/dialog/CustomerPicker'
import type { BookingForm } from '../bookings/dialog/useBookingDialog'
import { useCallKey } from '../bookings/dialog/useHold'
import { formatStart } from '../bookings/formatDayTimes'
import { usePhones } from '../customers/usePhones'
import { newService, partOf, pinnedOn, type Service } from './service'
import { useText } from './useText'
import { visitRefusalOf } from './visitRefusal'

type Question = Pick<CallInput<typeof calls.visits.create>['body'], 'parts' | 'channelId' | 'order' | 'sameStaff'>

/** Milliseconds after the last change. */
const patience = 300

const questionOf = (
  services: readonly Service[],
  pinned: ReturnType<typeof pinnedOn>,
  asked: Omit<Question, 'parts'>,
): Question | null => {
  const parts = services.flatMap(service => partOf(service, pinned))
  return parts.length > 0 ? { ...asked, parts } : null
}

interface Planned extends Question {
  startsAt: string
  customerId: string | null
}

type Plan = VisitSlot & { status: Visit['status'] }

const usePlan = (planned: Planned | null) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const wanted = JSON.stringify(planned)
  const settled = useSettled(wanted, patience)
  const asked = JSON.parse(settled) as Planned | null
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [availabilityKey, calls.visits.create.path, asked],
    queryFn: asked
      ? async ({ signal }): Promise<Plan> =>
          (await dataProvider.call(calls.visits.create, { body: { ...asked, dryRun: true }, signal })) as never
      : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isCurrent = settled === wanted && !isPlaceholderData
  return {
    plan: (planned && !error && data) || null,
    error: isCurrent ? error : null,
    isPlanning: planned !== null && (!isCurrent || (isFetching && !data)),
    isCurrent: isCurrent && !error && data !== undefined,
  }
}

const first = (form: BookingForm): Service =>
  newService({
    ...{ itemId: form.draft.itemId, itemName: form.item?.name ?? '', variant: form.variant, length: form.length },
    ...{ who: form.who, answers: form.typed.answers },
  })

/** The booking dialog keeps customer, time and notes. */
export const useVisitForm = (form: BookingForm, onClose: () => void) => {
  const text = useText()
  const notify = useNotify()
  const display = useDisplay()
  const navigate = useNavigate()
  const failureOf = useFailure()
  const { complete } = usePhones()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [services, setServices] = useState(() => [first(form), newService()])
  const [options, setOptions] = useState({ sameStaff: false, anyOrder: false })
  const [failure, setFailure] = useState<{ errors: Readonly<Record<string, string>>; detail: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keyOf = useCallKey()
  const { typed, place, draft, customerId } = form
  const startsAt = place?.startsAt ?? null
  const order = options.anyOrder ? ('any' as const) : ('fixed' as const)
  const question = questionOf(services, pinnedOn(startsAt, display.timeZone), {
    ...{ channelId: draft.channelId, order, sameStaff: options.sameStaff },
  })
  const planned = usePlan(question && startsAt ? { ...question, startsAt, customerId } : null)
  const { plan, error } = planned
  const refusal = visitRefusalOf(error)
  const chosen = services.filter(({ variant }) => variant !== null)
  const isNamed = typed.customer !== null && (!typed.customer.isNew || typed.customer.customer.name.trim() !== '')
  const missing = [
    chosen.length < services.length && ('visit.missing.service' as const),
    chosen.length > 0 && !plan && ('booking.missing.place' as const),
    !isNamed && ('booking.missing.customer' as const),
  ].filter(one => one !== false)

  const wanted = JSON.stringify({ question, startsAt, customerId })
  const [awaited, setAwaited] = useState<string | null>(null)
  const send = async (override?: Override) => {
    if (!question || !startsAt || isBusy) return
    // The shown plan may answer an older question.
    if (!override && !planned.isCurrent) return setAwaited(wanted)
    setBusy(true)
    setFailure(null)
    const { notes, internalNotes, isTold, customer } = typed
    const body = {
      ...{ ...question, startsAt, ...override, ...forWhom(customer, complete), notify: isTold },
      parts: question.parts.map((part, index) => ({ ...part, answers: chosen[index]?.answers ?? {} })),
      ...{ notes: notes || null, internalNotes: internalNotes || null },
    }
    try {
      const { id, reference, status } = await dataProvider.call(calls.visits.create, {
        body,
        headers: keyOf(body),
      })
      const key = status === 'pending' ? 'visit.madePending' : 'visit.made'
      notify(text(key, { reference, when: formatStart(startsAt, display) }), {
        type: 'success',
        action: { label: text('booking.open'), onClick: () => navigate(`/visits/${id}`) },
      })
      onClose()
    } catch (refused) {
      setBusy(false)
      // The next plan shows the reason.
      if (visitRefusalOf(refused)) return
      const { isSignedOut, errors, detail } = failureOf(refused)
      if (!isSignedOut) setFailure({ errors, detail })
    }
  }
  const isSettled = awaited !== null && (awaited !== wanted || !planned.isPlanning)
  useEffect(() => {
    if (!isSettled) return
    setAwaited(null)
    if (awaited === wanted && planned.isCurrent) void send()
  })
  const change = (next: (before: readonly Service[]) => Service[]) => {
    setFailure(null)
    setServices(next)
  }
  const failed = failure ?? (error && !refusal ? failureOf(error) : null)
  return {
    ...{ services, chosen, options, setOptions, question, startsAt, ...planned, refusal, missing, send },
    isBusy: isBusy || awaited !== null,
    errors: failed?.errors ?? {},
    problem: failed && (Object.values(failed.errors).join(' ') || failed.detail),
    add: () => change(before => [...before, newService({ guest: before.at(-1)?.guest ?? 0 })]),
    set: (key: string, changes: Partial<Service>) =>
      change(before => before.map(one => (one.key === key ? { ...one, ...changes } : one))),
    remove: (key: string) => change(before => before.filter(one => one.key !== key)),
  }
}

export type VisitBooking = ReturnType<typeof useVisitForm>
