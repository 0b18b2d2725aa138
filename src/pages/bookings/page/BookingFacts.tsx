import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { FieldValue } from '../../../crud/cells/FieldValue'
import { formatTimes } from '../../../crud/format/clockTimes'
import { useDisplay } from '../../../crud/format/display'
import { formatMoment } from '../../../crud/format/times'
import { useWord } from '../../../crud/format/useSentence'
import { isEmpty } from '../../../crud/kinds'
import { useText } from '../../../i18n/useText'
import { type Booking, bookings } from '../../../resources/bookings'
import type { CatalogItem } from '../../../resources/catalogItems'
import type { CheckCode } from '../../../scheduling'
import styles from '../bookings.module.css'
import { formatLongDay } from '../formatDayTimes'
import { StatusLabel } from '../StatusLabel'

type FieldName = keyof Booking & keyof typeof bookings.fields

interface BookingFactsProps {
  booking: Booking
  /** Which declared fields, beside the status, the time and the resources. */
  fields: readonly FieldName[]
  questions?: CatalogItem['questions']
}

const answerText = (answer: Booking['answers'][string], yes: string, no: string): string =>
  typeof answer === 'boolean' ? (answer ? yes : no) : String(answer)

/** What is known of a booking, as a list of names and values; what is empty is left out. */
export const BookingFacts = ({ booking, fields, questions = [] }: BookingFactsProps) => {
  const text = useText()
  const translate = useTranslate()
  const display = useDisplay()
  const fact = (key: string, label: string, value: ReactNode) => (
    <div key={key}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  const start = Date.parse(booking.startsAt)
  const wordOf = useWord()
  return (
    <dl className={styles.facts}>
      {fact('status', translate('resources.bookings.fields.status'), <StatusLabel booking={booking} />)}
      {fact(
        'when',
        text('booking.when'),
        <>
          {formatLongDay(start, display)}
          <br />
          {formatTimes(start, Date.parse(booking.endsAt), display)}
        </>,
      )}
      {booking.resources.length > 0 &&
        fact('where', text('booking.where'), booking.resources.map(({ name }) => name).join(', '))}
      {fields
        .filter(name => !isEmpty(booking[name]))
        .map(name =>
          fact(
            name,
            translate(`resources.bookings.fields.${name}`),
            <FieldValue resource={bookings} name={name} record={booking} />,
          ),
        )}
      {questions
        .filter(({ key }) => !isEmpty(booking.answers[key]))
        .map(({ key, label }) =>
          fact(key, label, answerText(booking.answers[key] ?? null, translate('crud.yes'), translate('crud.no'))),
        )}
      {booking.overrides.length > 0 &&
        fact(
          'overrides',
          text('booking.overrides'),
          <ul>
            {booking.overrides.map(({ code, reason }) => (
              <li key={code}>
                {wordOf(code as CheckCode)}: {reason}
              </li>
            ))}
          </ul>,
        )}
      {booking.checkedInAt &&
        fact('arrived', translate('resources.bookings.fields.checkedInAt'), formatMoment(booking.checkedInAt, display))}
    </dl>
  )
}
