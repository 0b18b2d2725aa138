import MenuItem from '@mui/material/MenuItem'
import { useDataProvider } from 'ra-core'
import { useFailure } from '../../../crud/useFailure'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { useText } from '../../../i18n/useText'
import { showToast } from '../../../notifications/toast'
import type { Booking } from '../../../resources/bookings'

const mediaType = 'text/calendar'

const saveFile = (name: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Saves a booking as a file that calendars read. */
export const CalendarFileItem = ({ booking: { id, reference } }: { booking: Booking }) => {
  const text = useText()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const save = async () => {
    try {
      const path = '/bookings/{id}/calendar.ics'
      saveFile(`${reference}.ics`, String(await dataProvider.call('GET', path, { params: { id }, accept: mediaType })))
    } catch (error) {
      void showToast('error', failureOf(error).detail)
    }
  }
  return <MenuItem onClick={() => void save()}>{text('booking.calendarFile')}</MenuItem>
}
