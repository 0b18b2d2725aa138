import type { ToldEvent } from '../../events/events'
import type { UnitOfWork } from '../../http/unitOfWork'

/** Adds an event that belongs to no change of a record, when the transaction ends. */
export const noteEvent = (
  { events, caller }: UnitOfWork,
  {
    tenantId = caller.tenant?.id,
    previous = null,
    ...event
  }: Omit<ToldEvent, 'tenantId' | 'previous'> & Partial<ToldEvent>,
): void => {
  if (!tenantId) throw new Error('What happens in no tenant is told to nobody.')
  events.push({ tenantId, previous, ...event })
}
