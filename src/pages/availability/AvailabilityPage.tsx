import { useTimelineBookings } from '../bookings/useTimelineBookings'
import { AvailabilityScreen } from './AvailabilityScreen'
import { useViewState } from './viewState'

/** What is free, what is not, and why; free times are booked, and bookings moved, from here. */
const AvailabilityPage = () => {
  const [state] = useViewState()
  const { actions, dialogs } = useTimelineBookings(state)
  return (
    <>
      <AvailabilityScreen {...actions} />
      {dialogs}
    </>
  )
}

export default AvailabilityPage
