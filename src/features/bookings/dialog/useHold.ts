import { useCallback, useEffect, useRef, useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { type BookingRequest, type Override, useBookingApi } from '../bookingsApi'
import { type Refusal, refusalOf } from '../refusal'

export type Hold =
  | { step: 'none' }
  | { step: 'taking' }
  | { step: 'held'; booking: Booking }
  | { step: 'refused'; refusal: Refusal }
  | { step: 'failed'; error: unknown }

/** Its call may have succeeded. */
interface Unanswered {
  what: string
  key: string
}

export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** One key for the same request: a retry does it once. */
export const useCallKey = () => {
  const sent = useRef<Unanswered>({ what: '', key: '' })
  return (body: object) => {
    const what = JSON.stringify(body)
    if (sent.current.what !== what) sent.current = { what, key: newKey() }
    return { 'Idempotency-Key': sent.current.key }
  }
}

const isAnswered = (error: unknown): boolean => {
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status >= 400 && status < 500
}

/** Releases the hold when the request changes or the dialog closes. Calls run one after the other. */
export const useHold = (request: BookingRequest | null) => {
  const api = useBookingApi()
  const [hold, setHold] = useState<Hold>({ step: 'none' })
  const kept = useRef<Promise<Booking | null>>(Promise.resolve(null))

  const unanswered = useRef<Unanswered | null>(null)

  const letGo = useCallback(() => {
    kept.current = kept.current.then(async booking => {
      // The hold expires even if this call fails.
      if (booking) await api.release(booking.id).catch(() => {})
      return null
    })
  }, [api])

  const take = useCallback(
    (wanted: BookingRequest, override: Override | null = null) => {
      setHold({ step: 'taking' })
      letGo()
      const taking: Promise<Booking | null> = kept.current.then(async () => {
        const isWanted = () => kept.current === taking
        if (!isWanted()) return null
        const what = JSON.stringify([wanted, override])
        const key = unanswered.current?.what === what ? unanswered.current.key : newKey()
        unanswered.current = null
        try {
          const booking = await api.hold(wanted, override, key)
          if (isWanted()) setHold({ step: 'held', booking })
          return booking
        } catch (error) {
          if (!isAnswered(error)) unanswered.current = { what, key }
          const refusal = refusalOf(error)
          if (isWanted()) setHold(refusal ? { step: 'refused', refusal } : { step: 'failed', error })
          return null
        }
      })
      kept.current = taking
    },
    [api, letGo],
  )

  const key = JSON.stringify(request)
  useEffect(() => {
    const wanted = JSON.parse(key) as BookingRequest | null
    // Strict mode mounts twice: the first hold would block the second.
    const timer = setTimeout(() => {
      if (wanted) take(wanted)
      else setHold({ step: 'none' })
    })
    return () => {
      clearTimeout(timer)
      letGo()
    }
  }, [key, take, letGo])

  return {
    hold,
    take,
    replace: useCallback((booking: Booking) => {
      kept.current = Promise.resolve(booking)
      setHold({ step: 'held', booking })
    }, []),
    /** Resolves once the time is free. */
    letGo: useCallback(async () => {
      letGo()
      await kept.current
    }, [letGo]),
    /** For a hold that became a booking. */
    keep: useCallback(() => {
      kept.current = Promise.resolve(null)
    }, []),
  }
}
