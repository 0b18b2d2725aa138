import { setTimeout as wait } from 'node:timers/promises'
import { HOUR } from '../../src/declare'
import { random as seeded } from '../bench/support/random'
import { checks } from './checks'
import { openBusinesses, runClient, type Session } from './clients'
import { type Choice, type FaultName, faultNames, openWorld, type World } from './world'

export interface Result {
  calls: number
  /** Calls by how they ended: done, refused, or without an answer. */
  ended: Readonly<Record<'done' | 'refused' | 'open', number>>
  faults: Readonly<Partial<Record<FaultName, number>>>
  /** What broke a promise, each with the promise's name. */
  broken: string[]
}

interface Fault extends Choice {
  name: FaultName
  /** In ms, since the one before. */
  after: number
}

/** What happens in a history: the same plan does the same things in the same order of each client. */
export interface Plan {
  /** By client, each by its number. */
  deeds: readonly (readonly number[])[]
  faults: readonly Fault[]
}

interface Place {
  isPooled?: boolean
  fromSource?: boolean
}

const businesses = 2
const clients = 3 * businesses
const mostFaults = 1000

export const planOf = ({ seed, ops }: { seed: number; ops: number }): Plan => {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const deeds = Array.from({ length: clients }, () =>
    Array.from({ length: Math.ceil(ops / clients) }, () => upTo(2 ** 31)),
  )
  const faults = Array.from({ length: mostFaults }, () => ({
    name: faultNames[upTo(faultNames.length)] ?? 'kill',
    after: 500 + upTo(2_500),
    ...{ server: upTo(2), link: upTo(100), stopFor: 500 + upTo(4_000), clock: (random() * 2 - 1) * HOUR },
  }))
  return { deeds, faults }
}

const endOf = (status: number | null) => (status === null || status >= 500 ? 'open' : status < 300 ? 'done' : 'refused')

/** Until nothing waits to be sent or brought in; what still does after a while is for the checks to find. */
const settle = async ({ query }: World): Promise<void> => {
  for (const until = Date.now() + 90_000; Date.now() < until; await wait(500)) {
    const [row] = await query<{ waiting: number }>(
      `select (select count(*) from webhook_deliveries where status in ('pending', 'retrying'))
        + (select count(*) from notifications where status = 'queued' and due_at < now() + interval '1 minute')
        + (select count(*) from imports where status in ('checking', 'importing')) as waiting`,
    )
    if (Number(row?.waiting) === 0) return
  }
}

/** Lives through a plan at two servers that are hurt meanwhile, and looks at what is wrong afterwards. Which calls meet is up to the machine. */
export const runPlan = async ({ deeds, faults }: Plan, place: Place = {}): Promise<Result> => {
  let next = faults[0] as Fault
  const world = await openWorld({ choose: () => next, ...place })
  try {
    const places = await openBusinesses(world)
    const hurt: Partial<Record<FaultName, number>> = {}
    let isOver = false
    const hurting = (async () => {
      for (const fault of faults) {
        await wait(fault.after)
        if (isOver) break
        next = fault
        await world.faults[fault.name]()
        hurt[fault.name] = (hurt[fault.name] ?? 0) + 1
      }
    })()
    const sessions: Session[] = await Promise.all(
      deeds.map((numbers, index) => {
        const business = places[index % places.length]
        // The rest are people, whose sign-in is not good for a clock that is an hour ahead.
        const isProgram = index < places.length * 2
        return business
          ? runClient(world, business, { name: `c${index}`, deeds: numbers, isProgram })
          : Promise.resolve({ heard: [], known: [], imported: new Map() })
      }),
    )
    isOver = true
    await hurting
    await world.heal()
    await settle(world)
    // What a clock that was ahead took for a hold that ran out is none yet.
    const now = Date.now() + (hurt.clock ? 2 * HOUR : 0)
    const broken: string[] = []
    for (const [name, check] of Object.entries(checks))
      for (const why of await check({ ...world, now }, sessions)) broken.push(`${name}: ${why}`)
    const heard = sessions.flatMap(session => session.heard)
    const ended = { done: 0, refused: 0, open: 0 }
    for (const { status } of heard) ended[endOf(status)]++
    return { calls: heard.length, ended, faults: hurt, broken }
  } finally {
    await world.close()
  }
}

/** A random history of `ops` things that people and programs do. */
export const runHistory = ({ seed, ops, ...place }: { seed: number; ops: number } & Place): Promise<Result> =>
  runPlan(planOf({ seed, ops }), place)

/** Leaves out ever smaller stretches as long as what is left fails. */
const shortest = async <T>(
  all: readonly T[],
  fails: (left: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> => {
  let left = all
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const without = left.filter((_, index) => index < from || index >= from + size)
      if (await fails(without)) left = without
      else from += size
    }
  }
  return left
}

/**
 * The shortest plan found that still breaks the same promise. Chance has a part in each run, so one that holds once may have been
 * wanted after all: each is tried twice.
 */
export const shrink = async (plan: Plan, promise: string, place: Place, onTry: (plan: Plan) => void): Promise<Plan> => {
  const breaks = async (tried: Plan): Promise<boolean> => {
    onTry(tried)
    for (let count = 0; count < 2; count++) {
      const { broken } = await runPlan(tried, place)
      if (broken.some(why => why.startsWith(`${promise}:`))) return true
    }
    return false
  }
  const calm: Plan = { ...plan, faults: [] }
  const faults = (await breaks(calm))
    ? []
    : await shortest(plan.faults.slice(0, 40), left => breaks({ ...plan, faults: left }))
  const flat = plan.deeds.flatMap((numbers, client) => numbers.map(number => ({ client, number })))
  const planOfDeeds = (left: typeof flat): Plan => ({
    faults,
    deeds: plan.deeds.map((_, client) => left.filter(one => one.client === client).map(({ number }) => number)),
  })
  return planOfDeeds([...(await shortest(flat, left => breaks(planOfDeeds([...left]))))])
}
