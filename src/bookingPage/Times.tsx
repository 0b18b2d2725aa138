/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import { call, prepare } from './api'
import {
  addDays,
  addMonths,
  dateIn,
  dateInWords,
  dayDifference,
  fill,
  money,
  shortDate,
  time,
  timeWithOffset,
} from './format'
import { hasHold, whenGivenBack } from './holding'
import { MonthMap } from './MonthMap'
import { StepLink, useClock, usePage, ZoneNote } from './page'
import type { Day, Slot } from './pageData'
import type { Choice, Route } from './route'
import { useLoaded } from './useLoaded'

interface Props {
  choice: Choice
  variant: string
  quantity: number | undefined
  length: number | undefined
  /** The id of somebody who is asked for by name. */
  person: string | undefined
  hasWaitlist: boolean
  /** What is said above the times, in minor units; times say their price where one has another. */
  price: number
  /** The step that another choice leads to. */
  to: (choice: Partial<Choice>) => Route
}

/** The first day of a month on which something is free. */
export const firstFree = (days: readonly Day[]): string | null =>
  days.find(({ status }) => status === 'available' || status === 'limited')?.date ?? null

const isFree = ({ status }: Slot): boolean => status !== 'full'

/** The month and the times of a day. */
export const Times = ({ choice, variant, quantity, length, person, hasWaitlist, price, to }: Props) => {
  const { api, texts, lang, business, now, route, isFirst, ...page } = usePage()
  const known = isFirst ? page : { days: null, slots: null }
  const clock = useClock()
  const { channel } = route
  const today = dateIn(now, business.timeZone)
  const month = choice.month ?? choice.day?.slice(0, 7) ?? known.days?.[0]?.date.slice(0, 7) ?? today.slice(0, 7)
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
  const shown = (slots.value ?? []).filter(
    slot => (isFree(slot) || hasWaitlist) && day && dateIn(slot.startsAt, business.timeZone) === day,
  )
  const labels = shown.map(({ startsAt }) => time(startsAt, clock))
  const pricesDiffer = shown.some(slot => slot.price.amount !== price)
  const difference = day ? dayDifference(day, business.timeZone) : 0
  const failed = days.error ?? slots.error
  return (
    <>
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
        {...{ month, chosen: day, first: today.slice(0, 7), to }}
        days={shownDays.length > 0 ? shownDays : emptyMonth(month)}
        isLoading={days.isLoading}
      />
      {!days.isLoading && shownDays.length > 0 && !firstFree(shownDays) && (
        <p role="status">
          {texts.noDays} <StepLink to={to({ month: addMonths(month, 1), day: undefined })}>{texts.later}</StepLink>
        </p>
      )}
      {day && (
        <section aria-busy={slots.isLoading}>
          <h2>
            {texts.chooseTime} <span class="onDay">{dateInWords(day, lang)}</span>
          </h2>
          <ZoneNote />
          {difference !== 0 && <p class="note">{difference > 0 ? texts.clockLong : texts.clockShort}</p>}
          <p class="hidden" role="status">
            {slots.isLoading ? texts.loading : ''}
          </p>
          {!slots.isLoading && shown.length === 0 && <p>{texts.noTimes}</p>}
          <ul class="times">
            {shown.map((slot, index) => {
              const label = labels[index] ?? ''
              const isTwice = labels.filter(one => one === label).length > 1
              const said = isTwice ? timeWithOffset(slot.startsAt, clock) : label
              const isElsewhere = dateIn(slot.startsAt, clock.timeZone) !== day
              return (
                <li key={slot.startsAt}>
                  {isFree(slot) ? (
                    <StepLink
                      to={to({ day, month: undefined, at: slot.startsAt, until: length ? slot.endsAt : undefined })}
                      class="time"
                    >
                      <strong>{said}</strong>
                      {isElsewhere && <span>{shortDate(slot.startsAt, clock)}</span>}
                      {pricesDiffer && <span>{money(slot.price, { lang, texts })}</span>}
                      {slot.remaining === undefined
                        ? slot.status === 'limited' && <span>{texts.few}</span>
                        : slot.remaining > 0 && <span>{fill(texts.left, { count: slot.remaining })}</span>}
                    </StepLink>
                  ) : (
                    <span class="time full">
                      <strong>{said}</strong> <span>{texts.full}</span>
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
          {hasWaitlist && (
            <p>
              <StepLink to={to({ day, month: undefined, waits: true })}>{texts.wait}</StepLink>
            </p>
          )}
        </section>
      )}
    </>
  )
}

/** A month of which nothing is known yet: its days keep their places. */
const emptyMonth = (month: string): Day[] => {
  const length = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8))
  return Array.from({ length }, (_, index) => ({
    date: addDays(`${month}-01`, index),
    status: 'unavailable' as const,
    slotCount: 0,
  }))
}
