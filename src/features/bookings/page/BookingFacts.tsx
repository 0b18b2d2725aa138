import type { ReactNode } from 'react'
import { type Booking, type BookingAnswers, bookings } from '../../../resources/bookings'
import type { CatalogItem } from '../../../resources/catalogItems'
import type { CheckCode } from '../../../scheduling'
import { FieldValue, formatMoment, isEmpty, resourceKeys, useDisplay } from '../../../show'
import { useWord } from '../../explanations/useEngineMessage'
import styles from '../bookings.module.css'
import { useText } from '../useText'

const keys = resourceKeys(bookings)

type FieldName = keyof Booking & keyof typeof bookings.fields

interface BookingFactsProps {
  booking: Booking
  fields: readonly FieldName[]
  questions?: CatalogItem['questions']
}

const answerText = (answer: BookingAnswers[string], yes: string, no: string): string =>
  typeof answer === 'boolean' ? (answer ? yes : no) : String(answer)

export const BookingFacts = ({ booking, fields, questions = [] }: BookingFactsProps) => {
  const text = useText()
  const display = useDisplay()
  const fact = (key: string, label: string, value: ReactNode) => (
    <div key={key}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  const wordOf = useWord()
  const { answers = {}, overrides = [] } = booking
  return (
    <dl className={styles.facts}>
      {fields
        .filter(name => !isEmpty(booking[name]))
        .map(name =>
          fact(name, text(keys.field(name)), <FieldValue resource={bookings} name={name} record={booking} />),
        )}
      {questions
        .filter(({ key }) => !isEmpty(answers[key]))
        .map(({ key, label }) => fact(key, label, answerText(answers[key] ?? null, text('crud.yes'), text('crud.no'))))}
      {overrides.length > 0 &&
        fact(
          'overrides',
          text('booking.overrides'),
          <ul>
            {overrides.map(({ code, reason }) => (
              <li key={code}>
                {wordOf(code as CheckCode)}: {reason}
              </li>
            ))}
          </ul>,
        )}
      {booking.checkedInAt &&
        fact('arrived', text(keys.field('checkedInAt')), formatMoment(booking.checkedInAt, display))}
    </dl>
  )
}
