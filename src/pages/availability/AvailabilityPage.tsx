import { useNavigate } from 'react-router'
import { AvailabilityScreen } from './AvailabilityScreen'

/** What is free, what is not, and why. */
const AvailabilityPage = () => {
  const navigate = useNavigate()
  return <AvailabilityScreen onSelectBooking={id => navigate(`/bookings/${id}`)} />
}

export default AvailabilityPage
