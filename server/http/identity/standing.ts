import type { Check, Database } from '../../db/database'
import type { Services } from '../services'

export interface Standing {
  /** The first transaction also judges the caller. */
  database: Database
  /** Services that reach outside the call throw until the caller is judged. */
  services: Services
  /** Judges the caller unless a transaction has. @throws CallerChanged */
  judged: () => Promise<void>
}

const reaching = ['database', 'users', 'invitationMails', 'findAccount', 'live', 'files', 'alarm', 'countRead'] as const

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
