import type { Terms } from '../engine/Terms'
import type { Consumer } from '../load/Consumer'
import { inSpan } from '../sentences/Sentence'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'

/**
 * Who cannot share the blocked interval with the candidate: for an exclusive booking anybody, for a pooled one all but
 * pooled ones, for a session all but the same session (domain §3.6).
 */
export const resourceBusy: ResourceCheck = {
  code: 'resource_busy',
  order: checkOrder('resource_busy'),
  applies: ({ load, mode }) => load.consumers.length > 0 && (mode !== 'pooled' || load.unshareable.starts.length > 0),
  holdsUntil: (terms, start, end) => {
    const { before, after, mode } = terms
    const until = terms.unshareable.freeUntil(start - before, end + after) + before
    if (until > start || mode !== 'session') return until
    return findBlockers(terms, start, end).length === 0 ? start + 1 : FAILS
  },
  findings: (terms, start, end) => {
    const { zone, subject } = terms
    return findBlockers(terms, start, end).map(consumer => {
      const { allocation, blockedStart, blockedEnd } = consumer
      const buffers = blockedStart < consumer.start || blockedEnd > consumer.end
      const state = allocation.status === 'held' ? 'held' : 'booked'
      const params = {
        resource: subject.resource.name,
        span: inSpan(zone, consumer.start, consumer.end),
        blocked: inSpan(zone, blockedStart, blockedEnd),
      }
      const sentence = `resource_busy.${state}${buffers ? 'WithBuffers' : ''}` as const
      return { sentence, params, bookingId: allocation.bookingId, resourceId: subject.resource.id }
    })
  },
}

function findBlockers(terms: Terms, start: number, end: number): Consumer[] {
  const { mode, load, before, after, request } = terms
  const overlapping = load.overlapping(start - before, end + after)
  if (mode === 'exclusive') return overlapping
  if (mode === 'pooled') return overlapping.filter(consumer => consumer.mode !== 'pooled')
  return overlapping.filter(consumer => !isSameSession(consumer, request.variant.id, start, end))
}

/** Is the consumer part of the session that the candidate would join? */
export function isSameSession(consumer: Consumer, variantId: string, start: number, end: number): boolean {
  if (consumer.mode !== 'session' || consumer.start !== start || consumer.end !== end) return false
  return consumer.allocation.variantId === variantId
}
