/** @jsxImportSource preact */
import { dateIn, fill, longDate, type Money, money, time, zoneName } from './format'
import { useClock, usePage } from './page'

interface Props {
  title: string
  startsAt: string
  endsAt: string
  quantity: number
  total: Money
  /** With whom, where that is shown. */
  person?: string | undefined
}

/** What is booked, when, and for how much. */
export const Summary = ({ title, startsAt, endsAt, quantity, total, person }: Props) => {
  const { texts, lang, business, ownZone, zone } = usePage()
  const clock = useClock()
  const other = ownZone && (zone === ownZone ? business.timeZone : ownZone)
  const sameDay = longDate(startsAt, clock) === longDate(endsAt, clock)
  return (
    <div class="summary">
      <strong>{title}</strong>
      <p>
        {longDate(startsAt, clock)}, {time(startsAt, clock)} – {!sameDay && `${longDate(endsAt, clock)}, `}
        {time(endsAt, clock)}
        {other && ` (${zoneName(zone)})`}
      </p>
      {other && (
        <p class="note">
          {dateIn(startsAt, other) !== dateIn(startsAt, clock.timeZone) &&
            `${longDate(startsAt, { ...clock, timeZone: other })}, `}
          {time(startsAt, { ...clock, timeZone: other })} ({zoneName(other)})
        </p>
      )}
      {person && <p dir="auto">{fill(texts.withPerson, { name: person })}</p>}
      <p>
        {quantity > 1 && `${texts.people}: ${quantity} · `}
        {money(total, { lang, texts })}
      </p>
    </div>
  )
}

/** How to reach the business. */
export const Contact = () => {
  const { texts, business } = usePage()
  const { contactEmail: email, contactPhone: phone } = business
  if (!email && !phone) return null
  return (
    <p class="note">
      {fill(texts.contact, {})} {phone && <a href={`tel:${phone}`}>{phone}</a>}{' '}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  )
}
