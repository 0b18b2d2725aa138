import type { Actor, Database } from '../db/database'
import type { Caller } from './identity/caller'
import { forgetCall, keyedCall, onlyOnce } from './onlyOnce'
import type { Route } from './route'
import type { Services } from './services'
import { runUnitOfWork, type UnitOfWork } from './unitOfWork'

interface Call {
  method: string
  headers: Headers
  /** With its query. */
  url: string
  /** The value that distinguishes the body from another request's. */
  body: unknown
  from: { ip: string; requestId: string }
}

type Ways = Pick<Parameters<Route['handler']>[0], 'read' | 'write' | 'rehearse'>

/** Each part runs only once, however often it is sent with one key. */
export const transactionsOf = (services: Services, database: Database, { from, ...asked }: Call) => {
  let forget: (() => Promise<void>) | null = null
  let isRepeated = false
  const as = (who: Caller | null, actor: Actor): Ways => {
    const call = keyedCall({ ...asked, caller: who, now: services.now() })
    const once = async <T>(unit: UnitOfWork, work: () => Promise<T>, part = ''): Promise<T> => {
      if (!call) return work()
      const done = await onlyOnce(unit, { ...call, key: call.key + part }, work)
      isRepeated = done.isRepeated
      forget = isRepeated ? null : () => database.run(actor, db => forgetCall(db, call))
      return done.result
    }
    const write: Ways['rehearse'] = work => {
      const { users, events, follow, alarm } = services
      const now = services.now()
      return runUnitOfWork({ database, users, actor, caller: who as Caller, events, follow, alarm, now, from }, work)
    }
    return {
      read: (work, options) => database.run(actor, work, { ...options, readOnly: asked.method === 'GET' }),
      write: (work, part) =>
        write(unit => once(unit, () => work(unit), part)).then(result => {
          // Other networks may see a stranger's write a second later.
          if (!who?.visitor) services.strangers.front?.forget(who?.tenant?.id ?? null)
          return result
        }),
      rehearse: write,
    }
  }
  return {
    as,
    isRepeated: () => isRepeated,
    forget: async () => void (await forget?.()),
  }
}
