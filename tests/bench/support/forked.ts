import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { BareQuery } from './bareServer'
import type { Load, Outcome } from './loadClient'
import type { Crowd, CrowdOutcome } from './visitors'

const start = (name: string, ...args: string[]): ChildProcess => fork(path.join(import.meta.dirname, name), args)

/** What a child says first. @throws when it ends without a word */
const heard = async <T>(child: ChildProcess): Promise<T> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process that the bench started ended with ${code}.`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  return message as T
}

const askOf = async <T>(name: string, work: object): Promise<T> => {
  const child = start(name)
  try {
    child.send(work)
    return await heard<T>(child)
  } finally {
    child.kill()
  }
}

/** Sends a load from a process of its own. */
export const sendLoad = (load: Load): Promise<Outcome> => askOf('loadClient.ts', load)

/** Sends visitors to a booking page from a process of their own. */
export const gatherCrowd = (crowd: Crowd): Promise<CrowdOutcome> => askOf('visitors.ts', crowd)

/** The bare HTTP stack in a process of its own. @param query what `GET /rows` answers with */
export const startBareServer = async (query?: BareQuery): Promise<{ port: number; stop: () => void }> => {
  const child = start('bareServer.ts', ...(query ? [JSON.stringify(query)] : []))
  return { port: await heard<number>(child), stop: () => void child.kill() }
}
