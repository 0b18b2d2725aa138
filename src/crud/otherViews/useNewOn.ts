import { useCanAccess } from 'ra-core'
import { serverNow } from '../../dataProvider/serverClock'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { formSections } from '../../schema'
import type { CalendarFields } from '../../schema/calendarDays'
import { parseLocalDate } from '../../time/localDate'
import { useDisplay } from '../../ui/format/display'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { startingOn } from './calendarMoves'

/** Null without permission, or without a date in the form. */
export const useNewOn = (calendar: CalendarFields): ((date: string) => void) | null => {
  const resource = useDeclaration()
  const { timeZone } = useDisplay()
  const navigate = useStableNavigate()
  const address = useFormAddress(resource)
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' })
  const asked = resource.createForm ?? formSections(resource).flatMap(({ fields }) => fields)
  if (!canAccess || !asked.includes(calendar.from)) return null
  return date => {
    const startingValues = startingOn(resource, calendar, parseLocalDate(date), { timeZone, now: serverNow() })
    void navigate(address('create'), { state: { isOpenedHere: true, startingValues } })
  }
}
