import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEngine, type Snapshot } from '../../../src/scheduling'
import { smallWorld } from './arbitrary'
import { Reference } from './reference'

const FIVE_MINUTES = 300_000

describe('the engine and a slow, literal reading of the rules', () => {
  it('offer the same starts, take the same resources and leave the same units', () => {
    fc.assert(
      fc.property(smallWorld, ({ at, snapshot, channelId, quantity }) => {
        const request = { variantId: 'V', channelId, quantity }
        const reference = new Reference(snapshot, request, [at.from, at.to])
        const length = (snapshot.variants[0]?.durationMinutes ?? 0) * 60_000
        const expected: unknown[] = []
        for (let start = at.from; start < at.to; start += FIVE_MINUTES) {
          const end = start + length
          const members = reference.members.filter(one => one.isActive !== false)
          if (!members.some(one => reference.isOffered(one, start, end))) continue
          const chosen = reference.judge(start, end)
          if (chosen) expected.push([new Date(start).toISOString(), chosen, reference.remaining(start, end)])
        }
        const found = createEngine(snapshot).ask(request).slots(at.from, at.to)
        expect(found.map(slot => [new Date(slot.startsAt).toISOString(), slot.resourceIds, slot.remaining])).toEqual(
          expected,
        )
      }),
      { numRuns: 100 },
    )
  }, 120_000)

  it('refuse any other time for the same reason', () => {
    fc.assert(
      fc.property(
        smallWorld,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0, 0, 15)), { minLength: 8, maxLength: 8 }),
        (drawn, times) => {
          const { at, channelId, quantity } = drawn
          const snapshot: Snapshot = {
            ...drawn.snapshot,
            variants: drawn.snapshot.variants.map(one => ({
              ...one,
              resourceSelection: 'any',
              resources: [{ resourceId: 'B', priority: 0 }],
            })),
          }
          const request = { variantId: 'V', channelId, quantity }
          const reference = new Reference(snapshot, request, [at.from, at.to])
          const answers = createEngine(snapshot).ask(request)
          const [resource] = reference.members
          for (const [n, longer] of times) {
            const start = at.from + ((n * FIVE_MINUTES) % (at.to - at.from))
            const end = start + ((snapshot.variants[0]?.durationMinutes ?? 0) + longer) * 60_000
            if (!resource || start < Number(snapshot.now)) continue
            const code = answers.check({ startsAt: start, endsAt: end }).headline?.code
            expect([new Date(start).toISOString(), code]).toEqual([
              new Date(start).toISOString(),
              reference.failure(resource, start, end),
            ])
          }
        },
      ),
      { numRuns: 400 },
    )
  }, 120_000)
})
