import Button from '@mui/material/Button'
import { useCanAccess } from 'ra-core'
import { useState } from 'react'
import { calls } from '../../calls'
import type { Visit } from '../../calls/visits'
import { isOffered } from '../../declare'
import { bookingActions } from '../../resources/bookingActions'
import type { Booking } from '../../resources/bookings'
import { visitActions } from '../../resources/visitActions'
import { maxParts, visits } from '../../resources/visits'
import { DeclarationProvider, RecordActions, serverNow, useNow } from '../../show'
import { CalendarFileItem } from '../bookings/page/CalendarFileItem'
import AddPart from './AddPart'
import { stands } from './apart'
import { useText } from './useText'

type Name = keyof typeof visitActions

const offeredTo = (parts: readonly Booking[], now: number) => {
  const takes = (action: Parameters<typeof isOffered>[0] | undefined) =>
    action !== undefined && parts.some(part => isOffered(action, part, now))
  const hasBegun = parts.some(part => stands(part) && Date.parse(part.startsAt) <= now)
  const offered = (Object.keys(visitActions) as Name[]).flatMap(name => {
    const { [name]: action } = visitActions
    const { [name]: ofPart } = bookingActions
    const isTaken = takes(ofPart) && !(name === 'reschedule' && hasBegun)
    return [
      ...(isTaken ? [{ name, action }] : []),
      ...(action.undo && takes(ofPart.undo) ? [{ name: `${name}.undo`, action: action.undo, undoes: name }] : []),
    ]
  })
  // While some parts stand, restoring others is rare.
  const isRare = ({ name }: { name: string }) => name === 'restore' && parts.some(stands)
  return { offered: offered.toSorted((one, other) => Number(isRare(one)) - Number(isRare(other))), isRare }
}

interface VisitActionsProps {
  visit: Visit
  parts: readonly Booking[]
  buttons?: number
  isCompact?: boolean
}

export const VisitActions = ({ visit, parts, buttons = 2, isCompact = false }: VisitActionsProps) => {
  const text = useText()
  const now = Math.max(useNow(), serverNow())
  const { canAccess } = useCanAccess({ resource: visits.name, action: 'edit' })
  const [isAdding, setAdding] = useState(false)
  if (!canAccess) return null
  const { offered, isRare } = offeredTo(parts, now)
  const open = parts.some(({ status }) => status === 'held' || status === 'pending' || status === 'confirmed')
  return (
    <DeclarationProvider resource={visits}>
      {open && !isCompact && parts.length < maxParts && (
        <Button variant="outlined" onClick={() => setAdding(true)}>
          {text('crud.action.asks', { label: text('visit.add') })}
        </Button>
      )}
      <RecordActions
        record={visit as never}
        offered={offered}
        buttons={offered.some(isRare) ? Math.min(buttons, 1) : buttons}
        hasPrimary={!isCompact}
        size={isCompact ? 'small' : 'medium'}
      >
        {!isCompact && <CalendarFileItem of={visit} call={calls.visits.calendarFile} />}
      </RecordActions>
      {isAdding && <AddPart visit={visit} onClose={() => setAdding(false)} />}
    </DeclarationProvider>
  )
}
