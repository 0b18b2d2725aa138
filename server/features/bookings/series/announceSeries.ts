import { bookingSeries } from '../../../../src/resources/bookingSeries'
import type { BookingSeries } from '../../../../src/scheduling/series/answers'
import { announce, type MemberRequest } from '../bookingScope'

export const announceSeries = (request: MemberRequest, { id, occurrences }: BookingSeries): void => {
  announce(request, ...(occurrences ?? []).flatMap(({ bookingId }) => bookingId ?? []))
  request.services.live.announce(request.caller.tenant.id, bookingSeries.name, [id])
}
