import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import { calls } from '../../calls'
import type { CallInput } from '../../declare'
import type { Timeslot } from '../../resources/timeslots'
import { type QuestionProps, type SlotwiseDataProvider, useFailure } from '../../show'
import type { BookingsDecision } from './BookedTimeslotDialog'
import { useText } from './useText'

type Failure = QuestionProps['asked']
type BulkInput = CallInput<typeof calls.schedules.changeTimeslots>['body']
export type TimeslotAction = BulkInput['action']

/** Cancelling booked timeslots needs a decision. */
type Change = Pick<BulkInput, 'action' | 'capacity'> & { decision?: BookingsDecision }

/** `refused` has the last decision's errors by field. */
interface BookingsQuestion {
  asked: Failure
  refused: Record<string, string> | null
}

const refusalOf = ({ errors, detail }: Failure): Record<string, string> =>
  errors.reason ? { reason: errors.reason } : { detail }

interface TimeslotBulkOptions {
  scheduleId: string
  chosen: readonly Timeslot[]
  onDone: (ids: readonly string[]) => void
}

export const useTimeslotBulk = ({ scheduleId, chosen, onDone }: TimeslotBulkOptions) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [question, setQuestion] = useState<BookingsQuestion | null>(null)
  const [reasons, setReasons] = useState<readonly string[]>([])

  const { mutate, isPending } = useMutation({
    mutationFn: ({ decision, ...change }: Change) =>
      dataProvider.call(calls.schedules.changeTimeslots, {
        params: { scheduleId },
        body: { ids: chosen.map(({ id }) => id), ...change, ...decision },
      }),
    onSuccess: results => {
      setQuestion(null)
      const refused = results.filter(({ ok }) => !ok)
      const done = results.length - refused.length
      if (done > 0) notify(text('timeslots.changed', { smart_count: done }), { type: 'success' })
      setReasons(Array.from(new Set(refused.map(result => failureOf({ body: result }).detail))))
      if (refused.length > 0) notify(text('timeslots.refused', { smart_count: refused.length }), { type: 'error' })
      onDone(refused.map(({ id }) => id))
    },
    onError: error => {
      const failure = failureOf(error)
      if (failure.code === 'timeslot_booked') setQuestion({ asked: failure, refused: null })
      else if (question) setQuestion({ ...question, refused: refusalOf(failure) })
      else if (!failure.isSignedOut) setReasons([failure.detail])
    },
  })
  return {
    change: mutate,
    isPending,
    reasons,
    question,
    closeQuestion: () => setQuestion(null),
  }
}
