import { resources } from '../../src/resources'
import type { MemberRequest } from '../features/bookings/bookingScope'
import { systemRequest } from '../features/waitlist/systemRequest'
import { LiveEvents, runSystemWork, type Services, type UnitOfWork } from '../serve'

export interface InBusiness {
  request: MemberRequest
  write: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
}

/** Writes like the API, without events and mails. */
export const inBusiness = async <T>(
  database: Services['database'],
  tenantId: string,
  now: number,
  work: (business: InBusiness) => Promise<T>,
): Promise<T> => {
  const live = new LiveEvents(database)
  try {
    const request = await systemRequest(database, { now: () => now, resources, live }, tenantId)
    if (!request) throw new Error('The demo business is not there.')
    return await work({ request, write: write => runSystemWork({ database, now: () => now }, request.caller, write) })
  } finally {
    await live.close()
  }
}
