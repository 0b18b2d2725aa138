import MenuItem from '@mui/material/MenuItem'
import { useDataProvider, useNotify } from 'ra-core'
import type { calls } from '../../../calls'
import { type SlotwiseDataProvider, saveFile, useFailure } from '../../../show'
import { useText } from '../useText'

interface CalendarFileItemProps {
  of: { id: string; reference: string }
  call: typeof calls.bookings.calendarFile | typeof calls.visits.calendarFile
}

export const CalendarFileItem = ({ of: { id, reference }, call }: CalendarFileItemProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const save = async () => {
    try {
      const content = await dataProvider.call(call, { params: { id } })
      saveFile(`${reference}.ics`, content, call.file ?? '')
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
  return <MenuItem onClick={() => void save()}>{text('booking.calendarFile')}</MenuItem>
}
