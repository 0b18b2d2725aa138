import type { Check, Database } from '../../db/database'
import type { Services } from '../services'

/** How far it is known, during a call, that its caller still may make it. */
export interface Standing {
  /** As the database that it was made of, but the first transaction judges the caller. */
  database: Database
  /** Those that reach outside the call cannot be had before the caller is judged. */
  services: Services
  /** Judges the caller, unless a transaction has. @throws CallerChanged */
  judged: () => Promise<void>
}

/** What reaches people, other services or the database. */
const reaching = ['database', 'users', 'invitationMails', 'findAccount', 'live', 'files', 'alarm', 'countRead'] as const

/**
 * The standing of one call.
 * @param check null for a caller who was looked up for this call
 * @param verify makes the check by itself
 */
export const standingOf = (
  services: Services,
  check: Check | null,
  verify: (check: Check) => Promise<void>,
): Standing => {
  const { database } = services
  if (!check) return { database, services, judged: async () => {} }
  let isJudged = false
  const judging: Check = {
    ...check,
    judge: rows => {
      check.judge(rows)
      isJudged = true
    },
  }
  const checked: Database = {
    ...database,
    run: (actor, work, options) => database.run(actor, work, isJudged ? options : { ...options, check: judging }),
  }
  const guarded: Services = Object.create(services)
  for (const name of reaching)
    Object.defineProperty(guarded, name, {
      get: () => {
        if (!isJudged)
          throw new Error(`services.${name} was used before the caller was judged: await request.judged().`)
        return services[name]
      },
    })
  return { database: checked, services: guarded, judged: async () => void (isJudged || (await verify(judging))) }
}
