import { describeSpan } from '../time/describeTime'
import type { ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

export const relatedResourceBusy: ResourceCheck = {
  code: 'related_resource_busy',
  order: checkOrder('related_resource_busy'),
  passed: 'The larger and smaller parts of it are free.',
  applies: ({ related }) => related.starts.length > 0,
  holdsUntil: ({ related, before, after }, start, end) => related.freeUntil(start - before, end + after) + before,
  findings: ({ request, subject, before, after, zone }, start, end) => {
    const { world, excludeBookingId } = request
    return world.family(subject.resource.id).flatMap(resourceId => {
      const overlapping = world.load(resourceId, excludeBookingId).overlapping(start - before, end + after)
      return overlapping.map(consumer => {
        const name = world.resources.get(resourceId)?.name
        const text = `${name}, which shares space with ${subject.resource.name}, is booked ${describeSpan(zone, consumer.start, consumer.end)}.`
        return { text, resourceId, bookingId: consumer.allocation.bookingId }
      })
    })
  },
}
