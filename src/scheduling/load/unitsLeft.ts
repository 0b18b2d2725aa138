import { StepFunction } from '../intervals/StepFunction'
import type { Consumer } from './Consumer'

/** Capacity minus the units that pooled consumers take, over time (domain §3.6): below 0 where it was overbooked. */
export function unitsLeft(capacity: StepFunction, consumers: readonly Consumer[]): StepFunction {
  const changes = new Map<number, number>()
  for (const { blockedStart, blockedEnd, quantity, mode } of consumers) {
    if (mode !== 'pooled') continue
    changes.set(blockedStart, (changes.get(blockedStart) ?? 0) - quantity)
    changes.set(blockedEnd, (changes.get(blockedEnd) ?? 0) + quantity)
  }
  for (const instant of capacity.at) if (!changes.has(instant)) changes.set(instant, 0)
  const at = [...changes.keys()].sort((a, b) => a - b)
  let taken = 0
  const values = at.map(instant => {
    taken += changes.get(instant) ?? 0
    return capacity.valueAt(instant) + taken
  })
  return new StepFunction(capacity.initial, at, values)
}
