import { useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { formatLocalDate, zoneOf } from '../../../scheduling'
import { useFailure } from '../../../ui/failure/useFailure'
import { useDisplay } from '../../../ui/format/display'
import { instantOf, timeOf } from '../../../ui/format/localTimes'
import type { Override } from '../bookingsApi'
import { type Refusal, refusalOf } from '../refusal'
import { useTellsByDefault } from '../TellCustomer'
import { type NewPlace, useMoveBooking } from './useMoveBooking'

export interface TriedMove {
  place: NewPlace
  refusal: Refusal
}

interface Problem {
  detail: string
  reason: string | null
}

interface Fields {
  /** In the tenant's zone: `YYYY-MM-DD` and `HH:mm`. */
  date: string
  time: string
  resourceIds: readonly string[]
}

export const useMoveForm = (booking: Booking, tried: TriedMove | undefined, onMoved: () => void) => {
  const failureOf = useFailure()
  const { timeZone } = useDisplay()
  const move = useMoveBooking()
  const [fields, setFields] = useState<Fields>(() => {
    const { startsAt, resourceIds } = tried?.place ?? booking
    const start = Date.parse(startsAt)
    return { date: formatLocalDate(zoneOf(timeZone).dayOf(start)), time: timeOf(start, timeZone), resourceIds }
  })
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(useTellsByDefault())
  const [refusal, setRefusal] = useState(tried?.refusal ?? null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)

  const attempt = async (place: NewPlace, override?: Override) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await move(booking, place, {
        ...(override ?? (reason && { reason })),
        notify: isTold && booking.customerId !== null,
      })
      onMoved()
    } catch (error) {
      const { detail, errors } = failureOf(error)
      const refused = refusalOf(error)
      setRefusal(refused)
      if (!refused)
        setProblem({ detail: errors.startsAt ?? errors.resourceIds ?? detail, reason: errors.reason ?? null })
      setBusy(false)
    }
  }
  const startsAt = instantOf(fields.date, fields.time, timeZone)
  return {
    ...fields,
    change: (changes: Partial<Fields>) => {
      setFields(before => ({ ...before, ...changes }))
      setRefusal(null)
      setProblem(null)
    },
    reason,
    setReason,
    isTold,
    setTold,
    refusal,
    problem,
    isBusy,
    /** Null while the fields give no instant. */
    startsAt,
    submit: (override?: Override) => {
      if (startsAt) void attempt({ startsAt, resourceIds: fields.resourceIds }, override)
    },
    /** Moves to an alternative that the API offered. */
    take: ({ startsAt: free, resourceIds }: NewPlace) => void attempt({ startsAt: free, resourceIds }),
  }
}
