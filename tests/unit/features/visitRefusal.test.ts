import { expect, it } from 'vitest'
import { visitRefusalOf } from '../../../src/features/visits/visitRefusal'

const refused = (body: object) => ({ body: { code: 'slot_unavailable', detail: 'Taken', reasons: [], ...body } })

it('reads what is free instead of a plan, or of the one part that was taken', () => {
  const times = { startsAt: '2026-03-02T09:00:00Z', endsAt: '2026-03-02T10:00:00Z' }
  const ofVisit = visitRefusalOf(
    refused({ part: 1, alternatives: [{ ...times, parts: [{ resourceIds: ['a'] }, { resourceIds: ['a', 'b'] }] }] }),
  )
  expect(ofVisit).toMatchObject({ part: 1, alternatives: [{ ...times, resourceIds: ['a', 'b'] }] })
  const ofPart = visitRefusalOf(refused({ alternatives: [{ ...times, resourceIds: ['c'] }] }))
  expect(ofPart).toMatchObject({ part: null, alternatives: [{ ...times, resourceIds: ['c'] }] })
})
