import MenuItem from '@mui/material/MenuItem'
import { useDataProvider, useNotify } from 'ra-core'
import { calls } from '../../../calls'
import type { Booking } from '../../../resources/bookings'
import { type SlotwiseDataProvider, saveFile, useFailure } from '../../../show'
import { useText } from '../useText'

export const CalendarFileItem = ({ booking: { id, reference } }: { booking: Booking }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const save = async () => {
    try {
      const content = await dataProvider.call(calls.bookings.calendarFile, { params: { id } })
      saveFile(`${reference}.ics`, content, calls.bookings.calendarFile.file ?? '')
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
  return <MenuItem onClick={() => void save()}>{text('booking.calendarFile')}</MenuItem>
}
