import type { TestApi } from '../api/http/support/fixture'
import { random as seeded } from '../bench/support/random'
import type { Feature } from './features'
import { type Body, type Caller, type Ground, type Offer, openGround, Refused, range, type Slot } from './ground'
import { type Booked, desk, heldVisit, pageVisit, questionOf, type Way } from './ways'

export interface Outcome {
  names: readonly string[]
  /** What broke a law, each with the step after which it was found. */
  broken: string[]
  /** What the domain says cannot be had together: the calls that said so. */
  exclusive: string[]
  steps: number
}

interface Group {
  features: Feature[]
  values: Body
}

const clashes = (one: Body, other: Body): boolean =>
  Object.entries(other).some(([name, value]) => name in one && JSON.stringify(one[name]) !== JSON.stringify(value))

/** Features whose fields fit one variant share it; each of the others has one of its own. */
const groupsOf = async (ground: Ground, features: readonly Feature[]): Promise<Group[]> => {
  const groups: Group[] = [{ features: [], values: {} }]
  for (const feature of features) {
    const { variant } = feature
    if (!variant) continue
    const values = typeof variant === 'function' ? await variant(ground) : variant
    const group = groups.find(one => !clashes(one.values, values))
    if (group) {
      group.features.push(feature)
      Object.assign(group.values, values)
    } else groups.push({ features: [feature], values: { ...values } })
  }
  return groups
}

let variants = 0

/** Makes a variant; features that the domain refuses to have in one stand beside each other after it has said which field is why. */
const makeOffers = async (ground: Ground, group: Group, outcome: Outcome): Promise<Offer[]> => {
  const { business, resourceIds } = ground
  const path = `/catalog-items/${business.itemId}/variants`
  const name = `Variant ${++variants}`
  const plain = { durationMinutes: 60, slotIntervalMinutes: 30, price: { amount: 5000, currency: 'EUR' } }
  const { status, body } = await ground.call('variant', 'POST', path, { name, ...plain, ...group.values })
  if (status === 422 && group.features.length > 1) {
    const fields = Object.keys(body.errors ?? {}).map(field => field.split('.')[0] ?? '')
    const names = group.features
      .map(feature => feature.name)
      .sort()
      .join(' + ')
    if (fields.length === 0 || !fields.every(field => field in group.values))
      outcome.broken.push(`the refusal of ${names} names ${fields.join(', ') || 'no field'}`)
    outcome.exclusive.push(`${names}: ${fields.join(', ')}`)
    const last = group.features.at(-1) as Feature
    const own = typeof last.variant === 'function' ? await last.variant(ground) : (last.variant ?? {})
    const rest = Object.fromEntries(Object.entries(group.values).filter(([field]) => !(field in own)))
    return [
      ...(await makeOffers(ground, { features: group.features.slice(0, -1), values: rest }, outcome)),
      ...(await makeOffers(ground, { features: [last], values: own }, outcome)),
    ]
  }
  if (status !== 201) throw new Refused('variant', status, body)
  await ground.must('resources', 'PUT', `${path}/${body.id}/resources`, {
    resources: resourceIds.map((resourceId, priority) => ({ resourceId, priority })),
  })
  return [
    {
      variantId: body.id,
      name: `Haircut / ${name}`,
      durationType: body.durationType,
      quantity: body.minQuantity,
      resourceIds,
    },
  ]
}

/** All that is offered, to staff. */
const allTimes = async (ground: Ground): Promise<string> => {
  const lists: unknown[] = []
  for (const offer of ground.offers) {
    const question = questionOf({ ground, offer, caller: ground.owner })
    lists.push(await ground.must('free times', 'GET', `/availability?${question}&from=${range.from}&to=${range.to}`))
  }
  return JSON.stringify(lists)
}

/** Two times, whether they are offered or not, are explained as they are listed. */
const explained = async (ground: Ground): Promise<string[]> => {
  const wrong: string[] = []
  for (const offer of ground.offers) {
    const question = questionOf({ ground, offer, caller: ground.owner })
    const path = `/availability?${question}&from=${range.from}&to=${range.to}&includeUnavailable=true`
    const listed: Slot[] = await ground.must('free times', 'GET', path)
    for (let count = 0; count < 2 && listed.length > 0; count++) {
      const slot = listed[Math.floor(ground.random() * listed.length)] as Slot
      const answer = await ground.must(
        'explain',
        'GET',
        `/availability/explain?${question.replace(/&durationMinutes=\d+/, '')}&startsAt=${slot.startsAt}&endsAt=${slot.endsAt}`,
      )
      const isListed = slot.status === 'available' || slot.status === 'limited'
      if (answer.available !== isListed)
        wrong.push(
          `${slot.startsAt} is listed as ${slot.status} and explained as ${answer.available ? '' : 'not '}available`,
        )
    }
  }
  return wrong
}

const pick = <T>(random: () => number, from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]

const waysOf = (features: readonly Feature[]): Way[] => {
  const ways = features.flatMap(({ way }) => (way ? [way] : []))
  const has = (name: string) => ways.some(way => way.name === name)
  const together = [
    ...(has('hold') && has('visit') ? [heldVisit] : []),
    ...(has('page') && has('visit') ? [pageVisit] : []),
  ]
  return ways.length > 0 ? [...new Set([...ways, ...together])] : [desk]
}

const runRound = async (
  ground: Ground,
  {
    way,
    offer,
    caller,
    laws,
  }: { way: Way; offer: Offer; caller: Caller; laws: readonly NonNullable<Feature['law']>[] },
  outcome: Outcome,
): Promise<void> => {
  const round = { ground, offer, caller }
  const where = `${way.name} by ${caller.name} of ${offer.name}`
  const refused = way.refused?.(round)
  if (refused) {
    const { status, body } = await refused.try()
    if (status !== 422 || !Object.keys(body.errors ?? {}).includes(refused.field))
      outcome.broken.push(`${where}: ${status} and not 422 at ${refused.field}`)
    outcome.exclusive.push(`${way.name}, ${offer.durationType}: ${refused.field}`)
    return
  }
  const check = async (step: string): Promise<void> => {
    outcome.steps++
    const found = [...(await ground.broken()), ...(await explained(ground))]
    for (const law of laws) found.push(...(await law(ground)))
    for (const why of found) outcome.broken.push(`${where}, after ${step}: ${why}`)
  }
  const before = await allTimes(ground)
  const slot = pick(ground.random, await way.times(round))
  if (!slot) {
    outcome.broken.push(`${where}: nothing is offered`)
    return
  }
  const booked: Booked = await way.book(round, slot)
  await check('booking')
  const other = pick(
    ground.random,
    (await way.times(round)).filter(one => one.startsAt.slice(0, 10) !== slot.startsAt.slice(0, 10)),
  )
  if (!other) {
    outcome.broken.push(`${where}: nothing is offered to move to`)
    return
  }
  await way.move(round, booked, other)
  await check('moving')
  const moved = await allTimes(ground)
  await way.cancel(round, booked)
  await check('cancelling')
  if ((await allTimes(ground)) !== before)
    outcome.broken.push(`${where}: cancelled, it leaves other times than there were`)
  await way.restore(round, booked)
  await check('restoring')
  if ((await allTimes(ground)) !== moved) outcome.broken.push(`${where}: restored, it leaves other times than before`)
}

let combinations = 0

/** Books, moves, cancels and restores in a business that has all of `features`, and looks at every law after each step. */
export const compose = async (
  api: TestApi,
  clock: { now: number },
  features: readonly Feature[],
  seed: number,
): Promise<Outcome> => {
  const outcome: Outcome = { names: features.map(({ name }) => name), broken: [], exclusive: [], steps: 0 }
  try {
    const ground = await openGround(api, { clock, name: `c${++combinations}`, random: seeded(seed) })
    for (const { before } of features) await before?.(ground)
    const groups = await groupsOf(ground, features)
    for (const group of groups) ground.offers.unshift(...(await makeOffers(ground, group, outcome)))
    for (const { after } of features) await after?.(ground)
    const laws = features.flatMap(({ law }) => (law ? [law] : []))
    const ways = waysOf(features)
    const own = ground.callers.length > 1 ? ground.callers.slice(1) : ground.callers
    const rounds = Math.max(ways.length, own.length, ground.offers.length)
    for (let index = 0; index < rounds; index++) {
      const [way, caller] = [ways, own].map(list => list[index % list.length]) as [Way, Caller]
      const { resourceId } = caller
      const offers = ground.offers.filter(({ resourceIds }) => !resourceId || resourceIds.includes(resourceId))
      const offer = offers[index % offers.length] as Offer
      await runRound(ground, { way, caller, offer, laws }, outcome)
    }
  } catch (error) {
    outcome.broken.push(error instanceof Refused ? error.message : String((error as Error).stack))
  }
  return outcome
}
