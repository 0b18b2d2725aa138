import type { Visit } from '../../../../src/calls/visits'
import { visits } from '../../../../src/resources/visits'
import { alsoTell, announce, type MemberRequest } from '../bookingScope'

export const announceVisit = (request: MemberRequest, { id, parts }: Pick<Visit, 'parts'> & { id: string }): void => {
  alsoTell(request, visits.name, id)
  announce(request, ...(parts ?? []).map(({ bookingId }) => bookingId))
}
