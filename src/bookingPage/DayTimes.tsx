/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks'
import { dateIn, dateInWords, dayDifference, fill, leftOf, money, shortDate, time, timeWithOffset } from './format'
import { StepLink, useClock, usePage, ZoneNote } from './page'
import type { Slot, Variant } from './pageData'
import type { Choice, Route } from './route'
import { bringIntoView } from './tellParent'

const isFree = ({ status }: Slot): boolean => status !== 'full'

export interface DayTimesProps {
  day: string
  slots: readonly Slot[]
  isLoading: boolean
  isChosen: boolean
  hasWaitlist: boolean
  /** Null when rescheduling: the price stays. */
  offer: Variant | null
  isFlexible: boolean
  to: (choice: Partial<Choice>) => Route
}

export const DayTimes = ({ day, slots, isLoading, isChosen, hasWaitlist, offer, isFlexible, to }: DayTimesProps) => {
  const { texts, lang, business } = usePage()
  const clock = useClock()
  const section = useRef<HTMLElement>(null)
  const seen = useRef(day)
  useEffect(() => {
    if (isLoading || seen.current === day) return
    seen.current = day
    if (isChosen && section.current) bringIntoView(section.current)
  }, [day, isLoading, isChosen])

  const shown = slots.filter(slot => (isFree(slot) || hasWaitlist) && dateIn(slot.startsAt, business.timeZone) === day)
  const labels = shown.map(({ startsAt }) => time(startsAt, clock))
  const [first] = shown
  const pricesDiffer = shown.some(({ price }) => price.amount !== first?.price.amount)
  const hasTotal = offer && first && !pricesDiffer && first.price.amount !== offer.price.amount
  const difference = dayDifference(day, business.timeZone)
  return (
    <section ref={section} aria-busy={isLoading}>
      <h2>
        {texts.chooseTime} <span class="onDay">{dateInWords(day, clock)}</span>
      </h2>
      <ZoneNote at={shown.map(({ startsAt }) => startsAt)} />
      {difference !== 0 && <p class="note">{difference > 0 ? texts.clockLong : texts.clockShort}</p>}
      <p class="hidden" role="status">
        {isLoading ? texts.loading : ''}
      </p>
      {!isLoading && shown.length === 0 && <p>{texts.noTimes}</p>}
      {hasTotal && <p class="price">{fill(texts.total, { price: money(first.price, { lang, texts }) })}</p>}
      <ul class="times">
        {shown.map((slot, index) => {
          const label = labels[index] ?? ''
          const isTwice = labels.filter(one => one === label).length > 1
          const said = isTwice ? timeWithOffset(slot.startsAt, clock) : label
          const isElsewhere = dateIn(slot.startsAt, clock.timeZone) !== day
          const left = leftOf(slot, offer, texts)
          return (
            <li key={slot.startsAt}>
              {isFree(slot) ? (
                <StepLink
                  to={to({ day, month: undefined, at: slot.startsAt, until: isFlexible ? slot.endsAt : undefined })}
                  class="time"
                >
                  <strong>{said}</strong>
                  {isElsewhere && <span>{shortDate(slot.startsAt, clock)}</span>}
                  {offer && pricesDiffer && <span>{money(slot.price, { lang, texts })}</span>}
                  {left && <span>{left}</span>}
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
  )
}
