import Popover from '@mui/material/Popover'
import { MonthCalendar } from '../calendar/MonthCalendar'
import { isDate, todayIn } from '../format/dates'
import { useDisplay } from '../format/display'
import type { PickerProps } from './PickedField'
import { usePickerText } from './usePickerText'

interface CalendarPopupProps extends PickerProps {
  /** `YYYY-MM-DD`, or empty. */
  date: string
  min?: string | undefined
  onChoose: (date: string) => void
}

const CalendarPopup = ({ anchor, date, min, onChoose, onClose }: CalendarPopupProps) => {
  const text = usePickerText()
  const today = todayIn(useDisplay().timeZone)
  const start = isDate(date) ? date : today
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': text('crud.input.calendarName'),
          sx: { p: 1, mt: 0.5 },
        },
      }}
    >
      <MonthCalendar
        today={today}
        start={start}
        takesFocus
        lookOf={day => ({
          state: day === date ? 'chosen' : 'plain',
          description: '',
          badge: null,
          isOut: min !== undefined && day < min,
        })}
        onChoose={day => {
          onChoose(day)
          onClose()
        }}
      />
    </Popover>
  )
}

export default CalendarPopup
