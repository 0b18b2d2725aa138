import MenuItem from '@mui/material/MenuItem'
import { useDataProvider, useNotify } from 'ra-core'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import { useFailure } from '../../../ui/failure/useFailure'
import { tellMove } from '../move/tellMove'

export const TellMoveItem = ({ booking, email }: { booking: Booking; email: string }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  return (
    <MenuItem onClick={() => void tellMove(booking, email, { dataProvider, text, notify, failureOf })}>
      {text('booking.tellMoveLater')}
    </MenuItem>
  )
}
