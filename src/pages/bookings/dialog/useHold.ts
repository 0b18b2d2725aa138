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

/** A call that may have been done although no answer came. */
interface Unanswered {
  what: string
  key: string
}

const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

const isAnswered = (error: unknown): boolean => {
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status >= 400 && status < 500
}

/**
 * Keeps the place of `request` while a dialog is open: takes a hold, gives it back when another is asked for or the dialog goes
 * away, one call after the other. Trying again after no answer came does not take a second one.
 */
export const useHold = (request: BookingRequest | null) => {
  const api = useBookingApi()
  const [hold, setHold] = useState<Hold>({ step: 'none' })
  /** The hold that is ours to give back, once the calls before are through. */
  const kept = useRef<Promise<Booking | null>>(Promise.resolve(null))

  const unanswered = useRef<Unanswered | null>(null)

  const letGo = useCallback(() => {
    kept.current = kept.current.then(async booking => {
      // It ends by itself when this does not arrive.
      if (booking) await api.release(booking.id).catch(() => {})
      return null
    })
  }, [api])

  const take = useCallback(
    (wanted: BookingRequest, override: Override | null = null) => {
      setHold({ step: 'taking' })
      letGo()
      const taking: Promise<Booking | null> = kept.current.then(async () => {
        // A hold asked for later has come instead.
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
    // Not at once: strict mode mounts twice, and the first one's hold would be in the second one's way.
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
    /** Puts what a later call answered in its place. */
    replace: useCallback((booking: Booking) => {
      kept.current = Promise.resolve(booking)
      setHold({ step: 'held', booking })
    }, []),
    /** It has become a booking: nothing is given back any more. */
    keep: useCallback(() => {
      kept.current = Promise.resolve(null)
    }, []),
  }
}
