import { users } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { type Message, sameValue } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import type { ResourceHooks } from '../../crud/hooks'
import { findRecord } from '../../crud/read'
import { recordReply, scopeOf } from '../../crud/routes'
import { updateRecord } from '../../crud/single'
import type { Transaction } from '../../db/database'
import type { Caller } from '../../http/identity/caller'
import { implement } from '../../http/implement'
import { invalid, type Problem } from '../../http/problem'
import { usersHooks } from './usersHooks'

/** The first call of a sign-in. */
const isNews = ({ signedInAt }: Caller, { lastSignInAt }: ApiRecord): boolean =>
  signedInAt !== null && !(typeof lastSignInAt === 'string' && lastSignInAt >= signedInAt)

const ownHooks: ResourceHooks = {
  extras: usersHooks.extras ?? {},
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
}

export const meRoutes = [
  implement(coreCalls.users.me, async request => {
    const { userId, signedInAt } = request.caller
    const find = (db: Transaction) => findRecord(db, scopeOf(users, ownHooks, request), userId)
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
      return recordReply(await updateRecord(unit, scopeOf(users, ownHooks, request), request.caller.userId, changes))
    }),
  ),
]
