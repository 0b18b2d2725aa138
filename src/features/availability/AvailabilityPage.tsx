import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useTimelineBlocks } from '../blocks/useTimelineBlocks'
import { useTimelineBookings } from '../bookings/useTimelineBookings'
import { AvailabilityScreen } from './AvailabilityScreen'
import { useViewState } from './viewState'

const BlockForms = lazy(() => import('../blocks/BlockForms'))

const AvailabilityPage = () => {
  const [state, change] = useViewState()
  const { actions, dialogs } = useTimelineBookings(state, change)
  const blockActions = useTimelineBlocks()
  const params = new URLSearchParams(useLocation().search)
  return (
    <>
      <AvailabilityScreen {...actions} {...blockActions} />
      {dialogs}
      {(params.has('create') || params.has('edit')) && (
        <Suspense>
          <BlockForms />
        </Suspense>
      )}
    </>
  )
}

export default AvailabilityPage
