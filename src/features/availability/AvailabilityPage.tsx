import { useTimelineBookings } from '../bookings/useTimelineBookings'
import { AvailabilityScreen } from './AvailabilityScreen'
import { useViewState } from './viewState'

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
