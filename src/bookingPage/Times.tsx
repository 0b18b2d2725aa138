/** @jsxImportSource preact */

import { useEffect, useState } from 'preact/hooks'
import { addDays, datesFrom, lastOfMonth } from '../declare'
import { call, prepare } from './api'
import { DayTimes, type DayTimesProps } from './DayTimes'
import { dateIn, dateInWords, fill } from './format'
import { hasHold, whenGivenBack } from './holding'
import { MonthMap } from './MonthMap'
import { StepLink, useClock, usePage } from './page'
import type { Day, NextDay, Slot } from './pageData'
import type { Choice } from './route'
import { Contact } from './Summary'
import { useLoaded } from './useLoaded'

interface Props extends Pick<DayTimesProps, 'hasWaitlist' | 'offer' | 'to'> {
  choice: Choice
  variant: string
  quantity: number | undefined
  length: number | undefined
  person: string | undefined
}

export const firstFree = (days: readonly Day[]): string | null =>
  days.find(({ status }) => status === 'available' || status === 'limited')?.date ?? null

export const Times = ({ choice, variant, quantity, length, person, hasWaitlist, offer, to }: Props) => {
  const { api, texts, lang, business, now, route, isFirst, ...page } = usePage()
  const clock = useClock()
  const known = isFirst ? page : { days: null, slots: null, nextDay: null }
  const { channel } = route
  const today = dateIn(now, business.timeZone)
  const chosenMonth = choice.month ?? choice.day?.slice(0, 7)
  const [opened, setOpened] = useState(known.days?.[0]?.date.slice(0, 7) ?? today.slice(0, 7))
  const month = chosenMonth ?? opened
  const query = { variantId: variant, quantity, durationMinutes: length, personId: person, channel }
  const key = JSON.stringify(query)

  useEffect(() => prepare(api, channel), [api, channel])

  const place = { api, business: business.slug }
  const ask = <T,>(path: string, signal: AbortSignal, more: Readonly<Record<string, string>>): Promise<T> =>
    whenGivenBack(place, signal).then(() =>
      call(`${api}/availability${path}`, { signal, query: { ...query, ...more } }),
    )

  const days = useLoaded<readonly Day[]>(`${key} ${month}`, signal => ask('/days', signal, { month }), known.days)
  const shownDays = days.value?.[0]?.date.startsWith(month) ? days.value : []
  const day = choice.day ?? firstFree(shownDays)
  const slots = useLoaded<readonly Slot[]>(
    day ? `${key} ${day}` : '',
    signal => (day ? ask('', signal, { from: day, to: addDays(day, 1) }) : Promise.resolve([])),
    known.slots,
  )
  const askAgain = () => {
    days.again()
    slots.again()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server wrote is right but for a hold of this tab
  useEffect(() => {
    if (isFirst && hasHold(place)) askAgain()
  }, [])
  const isEmpty = !days.isLoading && shownDays.length > 0 && !firstFree(shownDays)
  const next = useLoaded<NextDay | null>(
    isEmpty ? `${key} after ${month}` : '',
    signal => ask('/next', signal, { after: shownDays.at(-1)?.date ?? '' }),
    isEmpty ? known.nextDay : null,
  )
  const nextDay = isEmpty && !next.isLoading ? next.value?.date : undefined
  // Like the server.
  useEffect(() => {
    if (nextDay && !chosenMonth) setOpened(nextDay.slice(0, 7))
  }, [nextDay, chosenMonth])
  const failed = days.error ?? slots.error
  return (
    <div class="when">
      <div class="calendar">
        <h2>{texts.chooseDay}</h2>
        {failed ? (
          <p class="problem" role="alert">
            {texts.unreachable}{' '}
            <button type="button" class="link" onClick={askAgain}>
              {texts.tryAgain}
            </button>
          </p>
        ) : null}
        <MonthMap
          {...{ month, chosen: day, first: today.slice(0, 7), isLast: nextDay === null, to }}
          days={shownDays.length > 0 ? shownDays : emptyMonth(month)}
          isLoading={days.isLoading}
        />
        {isEmpty && (
          <div role="status">
            <p>
              {nextDay === null ? texts.nothingFree : texts.noDays}{' '}
              {nextDay && (
                <StepLink to={to({ month: nextDay.slice(0, 7), day: nextDay })}>
                  {fill(texts.nextFree, { date: dateInWords(nextDay, clock) })}
                </StepLink>
              )}
            </p>
            {nextDay === null && <Contact />}
          </div>
        )}
      </div>
      {day && (
        <DayTimes
          {...{ day, hasWaitlist, offer, to }}
          slots={slots.value ?? []}
          isLoading={slots.isLoading}
          isChosen={choice.day !== undefined}
          isFlexible={length !== undefined}
        />
      )}
    </div>
  )
}

const emptyMonth = (month: string): Day[] =>
  datesFrom(`${month}-01`, Number(lastOfMonth(month).slice(8))).map(date => ({
    ...{ date, status: 'unavailable' as const, slotCount: 0 },
  }))
