import { useTimelineBookings } from '../bookings/useTimelineBookings'
import { AvailabilityScreen } from './AvailabilityScreen'
import { useViewState } from './viewState'

/** Free and taken times, and why. Free times are booked here, and bookings moved. */
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
