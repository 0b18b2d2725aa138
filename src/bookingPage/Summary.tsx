/** @jsxImportSource preact */
import { dateIn, fill, longDate, type Money, money, time, zoneName } from './format'
import { useClock, useOtherZone, usePage } from './page'
import type { PageData } from './pageData'

interface Props {
  title: string
  startsAt: string
  endsAt: string
  quantity: number
  total: Money
  each?: string | undefined
  person?: string | undefined
}

export const Summary = ({ title, startsAt, endsAt, quantity, total, each, person }: Props) => {
  const { texts, lang, business, zone } = usePage()
  const clock = useClock()
  const words = { lang, texts }
  const own = useOtherZone([startsAt, endsAt])
  const other = own && (zone === own ? business.timeZone : own)
  const sameDay = longDate(startsAt, clock) === longDate(endsAt, clock)
  return (
    <div class="summary">
      <strong dir="auto">{title}</strong>
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
        {each && `${each} · `}
        {total.amount > 0 ? fill(texts.total, { price: money(total, words) }) : money(total, words)}
      </p>
    </div>
  )
}

export const ContactOf = ({ business, texts }: Pick<PageData, 'business' | 'texts'>) => {
  const { contactEmail: email, contactPhone: phone, contactPhoneText } = business
  if (!email && !phone) return null
  return (
    <p class="note">
      {texts.contact} {phone && <a href={`tel:${phone}`}>{contactPhoneText}</a>}{' '}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  )
}

export const Contact = () => {
  const { texts, business } = usePage()
  return <ContactOf {...{ texts, business }} />
}
