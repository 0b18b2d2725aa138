/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import { addDays, addMonths, datesFrom, lastOfMonth } from '../declare'
import { call, prepare } from './api'
import { DayTimes, type DayTimesProps } from './DayTimes'
import { dateIn } from './format'
import { whenGivenBack } from './holding'
import { MonthMap } from './MonthMap'
import { isTooManyPlans, sentenceOf } from './Person'
import { usePage } from './page'
import type { Day, Slot, VisitSlot } from './pageData'
import type { Choice } from './route'
import { Contact } from './Summary'
import { firstFree } from './Times'
import { useLoaded } from './useLoaded'

export interface Wanted {
  variantId: string
  quantity?: number | undefined
  durationMinutes?: number | null | undefined
  personId?: string | null | undefined
  guest?: number
}

interface Props extends Pick<DayTimesProps, 'offer' | 'to'> {
  choice: Choice
  parts: readonly Wanted[]
  sameStaff?: boolean
}

interface Month {
  month: string
  slots: readonly VisitSlot[]
}

/** The server limits the starts. */
const daysAtOnce = 8

const furtherMonths = 2

export const VisitTimes = ({ choice, parts, sameStaff = false, offer, to }: Props) => {
  const { api, texts, business, now, route } = usePage()
  const { channel } = route
  const { timeZone } = business
  const today = dateIn(now, timeZone)
  const chosenMonth = choice.month ?? choice.day?.slice(0, 7)
  const key = JSON.stringify([parts, sameStaff, channel])

  useEffect(() => prepare(api, channel), [api, channel])

  const timesOf = async (wanted: string, signal: AbortSignal): Promise<readonly VisitSlot[]> => {
    const first = `${wanted}-01`
    const end = addDays(lastOfMonth(wanted), 1)
    const found: VisitSlot[] = []
    for (let from = first < today ? today : first; from < end; from = addDays(from, daysAtOnce)) {
      const last = addDays(from, daysAtOnce)
      const body = { parts, sameStaff, from, to: last < end ? last : end }
      const options = { method: 'POST' as const, signal, query: { channel }, body }
      found.push(...(await call<{ slots: VisitSlot[] }>(`${api}/availability/visits`, options)).slots)
    }
    return found
  }
  const load = async (signal: AbortSignal): Promise<Month> => {
    await whenGivenBack({ api, business: business.slug }, signal)
    const first = chosenMonth ?? today.slice(0, 7)
    let found: Month = { month: first, slots: await timesOf(first, signal) }
    for (let further = 1; further <= furtherMonths && !chosenMonth && found.slots.length === 0; further++) {
      const later = addMonths(`${first}-01`, further).slice(0, 7)
      found = { month: later, slots: await timesOf(later, signal) }
    }
    return found
  }
  const loaded = useLoaded<Month>(`${key} ${chosenMonth}`, load, null)
  const isShown = loaded.value !== null && !loaded.isLoading
  const month = chosenMonth ?? loaded.value?.month ?? today.slice(0, 7)
  const slots = isShown ? (loaded.value?.slots ?? []) : []
  const days = daysOf(month, slots, timeZone)
  const day = choice.day ?? firstFree(days)
  return (
    <div class="when">
      <div class="calendar">
        <h2>{texts.chooseDay}</h2>
        {loaded.error ? (
          <p class="problem" role="alert">
            {sentenceOf(loaded.error, texts)}{' '}
            {!isTooManyPlans(loaded.error) && (
              <button type="button" class="link" onClick={loaded.again}>
                {texts.tryAgain}
              </button>
            )}
          </p>
        ) : null}
        <MonthMap
          {...{ month, days, chosen: day, first: today.slice(0, 7), isLast: false, to }}
          isLoading={loaded.isLoading}
        />
        <div role="status">
          {isShown && slots.length === 0 && (
            <>
              <p>{texts.noDays}</p>
              <Contact />
            </>
          )}
        </div>
      </div>
      {day && (
        <DayTimes
          {...{ day, offer, to, hasWaitlist: false, isFlexible: false }}
          slots={slots.map(asSlot)}
          isLoading={loaded.isLoading}
          isChosen={choice.day !== undefined}
        />
      )}
    </div>
  )
}

const asSlot = ({ startsAt, endsAt, total }: VisitSlot): Slot => ({
  startsAt,
  endsAt,
  status: 'available',
  price: total,
})

const daysOf = (month: string, slots: readonly VisitSlot[], timeZone: string): Day[] => {
  const counts = new Map<string, number>()
  for (const { startsAt } of slots) {
    const date = dateIn(startsAt, timeZone)
    counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  return datesFrom(`${month}-01`, Number(lastOfMonth(month).slice(8))).map(date => {
    const slotCount = counts.get(date) ?? 0
    return { date, slotCount, status: slotCount > 0 ? ('available' as const) : ('unavailable' as const) }
  })
}
