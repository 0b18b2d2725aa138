import { setTimeout as wait } from 'node:timers/promises'
import { random as seeded } from '../bench/support/random'
import { checks } from './checks'
import { openBusinesses, runClient, type Session } from './clients'
import { type FaultName, faultNames, openWorld } from './world'

export interface Result {
  seed: number
  calls: number
  /** Calls by how they ended: done, refused, or without an answer. */
  ended: Readonly<Record<'done' | 'refused' | 'open', number>>
  faults: Readonly<Partial<Record<FaultName, number>>>
  /** What broke a promise, each with the promise's name. */
  broken: string[]
}

const clientsOfEach = 3

const endOf = (status: number | null) => (status === null || status >= 500 ? 'open' : status < 300 ? 'done' : 'refused')

/**
 * A random history of `ops` things that staff do, at two servers that are hurt meanwhile, and what is wrong afterwards. The same
 * seed does the same things in the same order of each client; which meet each other is up to the machine.
 */
export const runHistory = async ({ seed, ops }: { seed: number; ops: number }): Promise<Result> => {
  const random = seeded(seed)
  const world = await openWorld(() => ({
    server: Math.floor(random() * 2),
    stopFor: 500 + Math.floor(random() * 4_000),
  }))
  try {
    const businesses = await openBusinesses(world)
    const count = Math.ceil(ops / (businesses.length * clientsOfEach))
    const faults: Partial<Record<FaultName, number>> = {}
    let isOver = false
    const hurting = (async () => {
      while (!isOver) {
        await wait(500 + random() * 2_500)
        const name = faultNames[Math.floor(random() * faultNames.length)] ?? 'kill'
        if (isOver) break
        await world.faults[name]()
        faults[name] = (faults[name] ?? 0) + 1
      }
    })()
    const sessions: Session[] = await Promise.all(
      businesses.flatMap((business, at) =>
        Array.from({ length: clientsOfEach }, (_, index) =>
          runClient(world, business, { name: `c${at}${index}`, count, random: seeded(seed * 100 + at * 10 + index) }),
        ),
      ),
    )
    isOver = true
    await hurting
    const broken: string[] = []
    for (const [name, check] of Object.entries(checks))
      for (const why of await check(world, sessions)) broken.push(`${name}: ${why}`)
    const heard = sessions.flatMap(session => session.heard)
    const ended = { done: 0, refused: 0, open: 0 }
    for (const { status } of heard) ended[endOf(status)]++
    return { seed, calls: heard.length, ended, faults, broken }
  } finally {
    await world.close()
  }
}
