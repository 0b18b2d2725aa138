import { useRecordContext } from 'ra-core'
import type { Booking } from '../../../resources/bookings'
import { type InputProps, LineInput } from '../../../show'
import { useMailed } from '../useMailed'
import { useText } from '../useText'

/** Asks for a message if the customer is told. */
const MessageToCustomer = ({ booking, input }: { booking: Booking; input: InputProps }) => {
  const text = useText()
  const customer = useMailed(booking)
  return <LineInput {...input} label={customer ? text('booking.message', { name: customer.name }) : undefined} />
}

const MessageInput = (props: InputProps) => {
  const booking = useRecordContext<Booking>()
  return booking ? <MessageToCustomer booking={booking} input={props} /> : <LineInput {...props} />
}

export default MessageInput
