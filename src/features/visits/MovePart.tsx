import { useGetOne, useNotify } from 'ra-core'
import { useEffect } from 'react'
import type { Visit } from '../../calls/visits'
import { visits } from '../../resources/visits'
import { useFailure } from '../../show'
import { type Dragged, MoveVisitDialog } from './MoveVisit'

interface MovePartProps extends Dragged {
  visitId: string
  onClose: () => void
}

const MovePart = ({ visitId, onClose, ...part }: MovePartProps) => {
  const notify = useNotify()
  const failureOf = useFailure()
  const { data, error } = useGetOne<Visit>(visits.name, { id: visitId })
  const isFailed = !data && error !== null
  useEffect(() => {
    if (!isFailed) return
    notify(failureOf(error).detail, { type: 'error' })
    onClose()
  })
  return data ? <MoveVisitDialog visit={data} part={part} onClose={onClose} /> : null
}

export default MovePart
