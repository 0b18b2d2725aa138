import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useRecordContext } from 'ra-core'
import { useMemo, useState } from 'react'
import { calls } from '../../calls'
import { type AnswerOf, addDays, DAY, wholeOf } from '../../declare'
import {
  type SlotwiseDataProvider,
  serverNow,
  todayIn,
  useDeclaration,
  useDisplay,
  useDraft,
  useMeta,
} from '../../show'
import { changesOf } from './changesOf'
import { firstDate } from './firstDate'
import { whenFree } from './whenFree'

export type Effect = AnswerOf<typeof calls.availability.simulate>

/** The API's highest `maxAdvanceDays`. */
export const bookingsTo = (): string => new Date(serverNow() + 3 * 365 * DAY).toISOString()

/** Milliseconds. */
const rest = 400
export const shownDays = 28

interface WhatIfAnswer {
  isAsked: boolean
  effect: UseQueryResult<Effect>
  from: string
  isMoved: boolean
  move: (days: number) => void
}

/** Four weeks, from today or a later first changed day. */
export const useWhatIf = (): WhatIfAnswer => {
  const { name } = wholeOf(useDeclaration())
  const meta = useMeta()
  const record = useRecordContext<RaRecord>()
  const { timeZone } = useDisplay()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const draft = useDraft(rest)
  const id = record?.id
  const today = todayIn(timeZone)
  const first = draft ? firstDate(draft, id === undefined ? undefined : record, today) : undefined
  const start = first && first >= addDays(today, shownDays) ? first : today
  const [moved, setMoved] = useState({ start, days: 0 })
  const days = moved.start === start ? moved.days : 0
  const from = addDays(start, days)
  const body = useMemo(
    () =>
      draft && {
        from,
        to: addDays(from, shownDays),
        timeZone,
        bookingsTo: bookingsTo(),
        // A channel affects only its own slots.
        ...(name === 'channels' && id !== undefined && { channelId: String(id) }),
        changes: changesOf({
          resource: name,
          action: id === undefined ? 'create' : 'update',
          ids: id === undefined ? [] : [String(id)],
          data: draft,
          params: meta,
        }),
      },
    [draft, from, timeZone, name, id, meta],
  )
  const effect = useQuery({
    queryKey: ['whatIf', body],
    queryFn: body
      ? ({ signal }) => whenFree(() => dataProvider.call(calls.availability.simulate, { body, signal }), signal)
      : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  return {
    isAsked: body !== null,
    effect,
    from,
    isMoved: days !== 0,
    move: by => setMoved({ start, days: days + by }),
  }
}
