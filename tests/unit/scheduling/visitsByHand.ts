import { type AllocationInput, createEngine, type Snapshot } from '../../../src/scheduling'
import type { VisitPlan, VisitQuestion } from '../../../src/scheduling/visits/question'

/**
 * docs/domain.md#visits written down as plainly as it reads: every order, wait and choice of resources is asked of an
 * engine of its own, and the best is taken.
 */
const MINUTE = 60_000

interface Placed {
  index: number
  start: number
  end: number
  wait: number
  isFirst: boolean
  resourceIds: readonly string[]
  timeslotId: string | null
}

const product = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((all, list) => all.flatMap(one => list.map(each => [...one, each])), [[]])

const orders = (list: readonly number[]): number[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap(first => orders(list.filter(one => one !== first)).map(rest => [first, ...rest]))

const compare = (one: readonly number[], other: readonly number[]): number => {
  for (const [i, value] of one.entries()) if (value !== other[i]) return value - (other[i] ?? 0)
  return 0
}

export function bestByHand(snapshot: Snapshot, question: VisitQuestion, start: number): VisitPlan | null {
  const { parts, channelId } = question
  const variantOf = (index: number) => snapshot.variants.find(({ id }) => id === parts[index]?.variantId)
  const requestOf = ({ index, isFirst }: Pick<Placed, 'index' | 'isFirst'>, resourceIds: readonly string[]) => {
    const { variantId, quantity } = parts[index] ?? { variantId: '' }
    return { variantId, channelId, resourceIds, ignoresInterval: !isFirst, ...(quantity && { quantity }) }
  }
  const allocationsOf = (one: Placed): AllocationInput[] => {
    const variant = variantOf(one.index)
    const result = createEngine(snapshot)
      .ask(requestOf(one, one.resourceIds))
      .check({ startsAt: one.start }, { override: true })
    return result.allocations.map(each => ({
      ...each,
      ...{ bookingId: `part-${one.index}`, variantId: parts[one.index]?.variantId ?? '', channelId },
      ...{ startsAt: one.start, endsAt: one.end, quantity: parts[one.index]?.quantity ?? 1, status: 'confirmed' },
      ...{ customerId: snapshot.customer?.id ?? null, capacityMode: variant?.capacityMode ?? 'exclusive' },
      timeslotId: result.timeslotId,
    }))
  }
  const withOthers = (others: readonly Placed[]): Snapshot => ({
    ...snapshot,
    allocations: [...(snapshot.allocations ?? []), ...others.flatMap(allocationsOf)],
    turns: [
      ...(snapshot.turns ?? []),
      ...others.flatMap(({ index, resourceIds }) =>
        resourceIds.map(resourceId => ({
          ...{ variantId: parts[index]?.variantId ?? '', resourceId, bookingId: `part-${index}` },
          bookedAt: new Date(snapshot.now).getTime() + 1 + index,
        })),
      ),
    ],
  })

  const guests = [...new Set(parts.map(({ guest }) => guest))].sort()
  const chains = guests.map(guest => parts.flatMap((one, index) => (one.guest === guest ? [index] : [])))
  const allOrders = product(chains.map(chain => (question.order === 'any' ? orders(chain) : [chain])))

  const timings = (chain: readonly number[]): Placed[][] => {
    let all: Placed[][] = [[]]
    for (const [position, index] of chain.entries()) {
      const { minWaitMinutes = 0, maxWaitMinutes = 0 } = parts[index] ?? {}
      all = all.flatMap(before => {
        const last = before.at(-1)
        const waits: number[] = []
        if (position === 0) waits.push(0)
        else for (let wait = minWaitMinutes; wait <= maxWaitMinutes; wait += 5) waits.push(wait)
        return waits.map(wait => {
          const from = (last?.end ?? start) + wait * MINUTE
          const to = from + (variantOf(index)?.durationMinutes ?? 60) * MINUTE
          const rest = { isFirst: position === 0, resourceIds: [], timeslotId: null }
          return [...before, { index, start: from, end: to, wait, ...rest }]
        })
      })
    }
    return all
  }
  const groupsOf = (index: number): string[][] => {
    const variant = variantOf(index)
    const pins = parts[index]?.resourceIds ?? []
    const ids = (variant?.resources ?? []).map(({ resourceId }) => resourceId)
    const typeOf = (id: string) => snapshot.resources.find(one => one.id === id)?.resourceTypeId ?? ''
    const selection = variant?.resourceSelection ?? 'any'
    const groups =
      selection === 'any'
        ? [ids]
        : selection === 'all'
          ? ids.map(id => [id])
          : [...new Set(ids.map(typeOf))].map(type => ids.filter(id => typeOf(id) === type))
    return groups.map(group => (group.some(id => pins.includes(id)) ? group.filter(id => pins.includes(id)) : group))
  }
  const isFree = (one: Placed, others: readonly Placed[]): string | null | false => {
    const result = createEngine(withOthers(others)).ask(requestOf(one, one.resourceIds)).check({ startsAt: one.start })
    return result.available && result.timeslotId
  }
  const persons = ({ resourceIds }: Placed) =>
    resourceIds.filter(id => snapshot.resources.find(one => one.id === id)?.isPerson)
  const ofGuests = (placed: readonly Placed[], order: readonly (readonly number[])[]) =>
    order.map(chain => chain.flatMap(index => placed.filter(one => one.index === index)))

  let best: { cost: number[]; plan: VisitPlan } | null = null
  for (const order of allOrders) {
    for (const timing of product(order.map(timings))) {
      const timed = timing.flat().sort((a, b) => a.index - b.index)
      for (const choice of product(timed.map(one => product(groupsOf(one.index))))) {
        const placed = timed.map((one, i) => ({ ...one, resourceIds: choice[i] ?? [] }))
        const byGuest = ofGuests(placed, order).map(chain => chain.map(persons).filter(ids => ids.length > 0))
        const isSame = byGuest.every(all => all.length === 0 || all[0]?.some(id => all.every(ids => ids.includes(id))))
        if (question.sameStaff && !isSame) continue
        const changes = byGuest
          .flatMap(all => all.slice(1).map((ids, i) => Number(!ids.some(id => all[i]?.includes(id)))))
          .reduce((sum, one) => sum + one, 0)
        const waiting = placed.reduce((sum, { wait }) => sum + wait, 0)
        const known = [waiting, changes, ...order.flat(), ...placed.map(one => one.start)]
        if (best && compare(known, best.cost) > 0) continue
        const ranks = placed.flatMap((one, i) => {
          const before = withOthers(placed.slice(0, i))
          const { allocation } = createEngine(before)
            .ask(requestOf(one, parts[i]?.resourceIds ?? []))
            .explain({ startsAt: one.start })
          const listed = allocation?.order.map(({ resourceId }) => resourceId) ?? groupsOf(one.index).flat()
          return one.resourceIds.map(id => listed.indexOf(id))
        })
        const cost = [...known, ...ranks]
        if (best && compare(cost, best.cost) >= 0) continue
        const slots = placed.map(one =>
          isFree(
            one,
            placed.filter(other => other !== one),
          ),
        )
        if (slots.includes(false)) continue
        best = {
          cost,
          plan: {
            startsAt: start,
            endsAt: Math.max(...placed.map(({ end }) => end)),
            waitMinutes: waiting,
            staffChanges: changes,
            parts: placed.map((one, i) => ({
              ...{ index: one.index, startsAt: one.start, endsAt: one.end, waitMinutes: one.wait },
              ...{ resourceIds: one.resourceIds, timeslotId: slots[i] || null },
            })),
          },
        }
      }
    }
  }
  return best?.plan ?? null
}
