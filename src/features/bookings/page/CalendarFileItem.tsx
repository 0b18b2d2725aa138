import MenuItem from '@mui/material/MenuItem'
import { useDataProvider, useNotify } from 'ra-core'
import { calls } from '../../../calls'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import { useFailure } from '../../../ui/failure/useFailure'

const saveFile = (name: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type: calls.bookings.calendarFile.file }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads a booking as a calendar file. */
export const CalendarFileItem = ({ booking: { id, reference } }: { booking: Booking }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const save = async () => {
    try {
      saveFile(`${reference}.ics`, await dataProvider.call(calls.bookings.calendarFile, { params: { id } }))
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
  return <MenuItem onClick={() => void save()}>{text('booking.calendarFile')}</MenuItem>
}
