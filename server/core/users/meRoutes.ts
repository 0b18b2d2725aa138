import { users } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { type Message, sameValue } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import type { ResourceHooks } from '../../crud/hooks'
import { recordReply } from '../../crud/routes'
import { findRecord } from '../../crud/scope'
import { updateRecord } from '../../crud/single'
import type { Transaction } from '../../db/database'
import type { Caller } from '../../http/identity/caller'
import { implement } from '../../http/implement'
import { invalid, type Problem } from '../../http/problem'
import type { Route } from '../../http/route'
import type { Core } from '../core'

const isNews = ({ signedInAt }: Caller, { lastSignInAt }: ApiRecord): boolean =>
  signedInAt !== null && !(typeof lastSignInAt === 'string' && lastSignInAt >= signedInAt)

const ownHooks = (core: Core): ResourceHooks => ({
  extras: core.hooksOf(users).extras ?? {},
  refuse: async (_, changes) => {
    const forbidden = changes.flatMap(({ before, after }): [string, Problem][] => {
      const names = Object.keys(after ?? {}).filter(
        name => !coreCalls.users.ownFields.includes(name) && !sameValue(before?.[name], after?.[name]),
      )
      const errors = names.map((name): [string, Message] => [name, { key: 'validation.forbidden', args: {} }])
      return before && errors.length > 0 ? [[before.id, invalid(Object.fromEntries(errors))]] : []
    })
    return new Map(forbidden)
  },
})

const ofMine = (core: Core, request: Parameters<Core['scope']>[1]) => ({
  ...core.scope(users, request),
  hooks: ownHooks(core),
})

export const meRoutes = (core: Core): Route[] => [
  implement(coreCalls.users.me, async request => {
    const { userId, signedInAt } = request.caller
    const find = (db: Transaction) => findRecord(db, ofMine(core, request), userId)
    const user = await request.read(find)
    if (!isNews(request.caller, user)) return recordReply(user)
    const noted = await request.write(async ({ db }) => {
      await db.updateTable('users').set({ lastSignInAt: signedInAt }).where('id', '=', userId).execute()
      return find(db)
    })
    return recordReply(noted)
  }),
  implement(coreCalls.users.updateMe, request =>
    request.write(async unit => {
      const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
      return recordReply(await updateRecord(unit, ofMine(core, request), request.caller.userId, changes))
    }),
  ),
]
