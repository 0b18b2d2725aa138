import { useGetOne } from 'ra-core'
import type { Visit } from '../../calls/visits'
import type { Booking } from '../../resources/bookings'
import { visits } from '../../resources/visits'
import { VisitActions } from './VisitActions'

interface VisitOnLineProps {
  visitId: string
  parts: readonly Booking[]
  buttons: number
}

const VisitOnLine = ({ visitId, ...props }: VisitOnLineProps) => {
  const { data } = useGetOne<Visit>(visits.name, { id: visitId })
  return data ? <VisitActions visit={data} {...props} isCompact /> : null
}

export default VisitOnLine
