import { lazy, Suspense } from 'react'
import type { Booking } from '../../resources/bookings'

const TogetherMarks = lazy(() => import('./TogetherMarks'))

export const TitleCell = ({ record }: { record: unknown }) => {
  const booking = record as Booking
  return (
    <>
      {booking.title}{' '}
      {(booking.seriesId ?? booking.visitId) && (
        <Suspense>
          <TogetherMarks booking={booking} />
        </Suspense>
      )}
    </>
  )
}
