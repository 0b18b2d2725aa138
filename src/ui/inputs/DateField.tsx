import CalendarToday from '@mui/icons-material/CalendarTodayOutlined'
import { lazy } from 'react'
import { isDate, todayIn } from '../format/dates'
import { useDisplay } from '../format/display'
import { formatDate } from '../format/times'
import { datePattern, formatDigits, readDate } from '../format/typedDates'
import { PickedField, type PickedFieldProps } from './PickedField'
import { usePickerText } from './usePickerText'
import { useTyped } from './useTyped'

const CalendarPopup = lazy(() => import('./CalendarPopup'))

interface DateFieldProps extends PickedFieldProps {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  min?: string | undefined
  /** Empty for other text. */
  onChange: (date: string, typed: string) => void
}

/** A date, typed or chosen from a calendar. */
export const DateField = ({ value, min, onChange, ...props }: DateFieldProps) => {
  const text = usePickerText()
  const { locale, timeZone } = useDisplay()
  const today = todayIn(timeZone)
  const typed = useTyped({
    value,
    format: date => formatDate(date, locale),
    read: written => readDate(written, locale, today),
    isWhole: written => isDate(written) || /\d{4}$/.test(written),
    onChange,
  })
  return (
    <PickedField
      {...props}
      typed={typed}
      placeholder={datePattern(locale, text('crud.input.dateLetters'))}
      unreadable={text('crud.input.notDate', { example: formatDigits(today, locale) })}
      icon={<CalendarToday fontSize="small" />}
      opens={text('crud.input.calendar')}
      picker={popup => <CalendarPopup {...popup} date={value} min={min} onChoose={typed.choose} />}
    />
  )
}
