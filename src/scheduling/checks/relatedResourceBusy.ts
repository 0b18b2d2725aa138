import { inSpan } from '../sentences/Sentence'
import type { ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

export const relatedResourceBusy: ResourceCheck = {
  code: 'related_resource_busy',
  order: checkOrder('related_resource_busy'),
  applies: ({ related }) => related.starts.length > 0,
  holdsUntil: ({ related, before, after }, start, end) => related.freeUntil(start - before, end + after) + before,
  findings: ({ request, subject, before, after, zone }, start, end) => {
    const { world, excludeBookingId } = request
    return world.family(subject.resource.id).flatMap(resourceId => {
      const overlapping = world.load(resourceId, excludeBookingId).overlapping(start - before, end + after)
      return overlapping.map(consumer => {
        const related = world.resources.get(resourceId)?.name ?? ''
        const params = { related, resource: subject.resource.name, span: inSpan(zone, consumer.start, consumer.end) }
        return {
          sentence: 'related_resource_busy' as const,
          params,
          resourceId,
          bookingId: consumer.allocation.bookingId,
        }
      })
    })
  },
}
