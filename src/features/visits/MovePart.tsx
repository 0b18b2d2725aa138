import { useGetOne } from 'ra-core'
import type { Visit } from '../../calls/visits'
import { visits } from '../../resources/visits'
import { type Dragged, MoveVisitDialog } from './MoveVisit'

interface MovePartProps extends Dragged {
  visitId: string
  onClose: () => void
}

/** Asks whether a dragged part moves alone or its whole visit with it. */
const MovePart = ({ visitId, onClose, ...part }: MovePartProps) => {
  const { data } = useGetOne(visits.name, { id: visitId })
  return data ? <MoveVisitDialog visit={data as unknown as Visit} part={part} onClose={onClose} /> : null
}

export default MovePart
