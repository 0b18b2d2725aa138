import { users } from '../../../src/resources/users'
import { type Message, sameValue } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { usersBehaviour } from '../behaviours/users'
import type { ApiRecord } from '../crud/apiRecord'
import type { Behaviour } from '../crud/behaviour'
import { findRecord } from '../crud/read'
import { ifMatchHeader, recordAnswer, recordBody, scopeOf } from '../crud/routes'
import { updateRecord } from '../crud/single'
import type { Caller } from '../identity/caller'
import { ref } from '../openapi/schemas'
import { invalid, type Problem } from '../problem'
import { defineRoute } from '../route'

/** What people may change about themselves. */
const ownFields = ['name', 'phone', 'avatarUrl', 'locale', 'timeZone']

/** Notes a sign-in that the API has not seen yet. */
const noteSignIn = async (db: Transaction, { userId, signedInAt }: Caller, user: ApiRecord): Promise<boolean> => {
  if (!signedInAt || (typeof user.lastSignInAt === 'string' && user.lastSignInAt >= signedInAt)) return false
  await db.updateTable('users').set({ lastSignInAt: signedInAt }).where('id', '=', userId).execute()
  return true
}

/** A user who writes about themselves. */
const ownBehaviour: Behaviour = {
  extras: usersBehaviour.extras ?? {},
  refuse: async (_, changes) => {
    const forbidden = changes.flatMap(({ before, after }): [string, Problem][] => {
      const names = Object.keys(after ?? {}).filter(
        name => !ownFields.includes(name) && !sameValue(before?.[name], after?.[name]),
      )
      const errors = names.map((name): [string, Message] => [name, { key: 'validation.forbidden', args: {} }])
      return before && errors.length > 0 ? [[before.id, invalid(Object.fromEntries(errors))]] : []
    })
    return new Map(forbidden)
  },
}

export const meRoutes = [
  defineRoute({
    method: 'GET',
    path: '/users/me',
    access: { who: 'signedIn' },
    tag: 'Users',
    operationId: 'getMe',
    summary: 'Who I am, with the tenants that I work in',
    answer: { status: 200, description: 'The caller', schema: ref('User') },
    handler: request =>
      request.read(async db => {
        const scope = scopeOf(users, ownBehaviour, request)
        const { userId } = request.caller
        const user = await findRecord(db, scope, userId)
        const isNoted = await noteSignIn(db, request.caller, user)
        return recordAnswer(200, isNoted ? await findRecord(db, scope, userId) : user)
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/me',
    access: { who: 'signedIn' },
    tag: 'Users',
    operationId: 'updateMe',
    summary: 'Change what I may change about myself',
    description: `These are: ${ownFields.join(', ')}.`,
    headers: ifMatchHeader,
    body: recordBody('UserChanges', ['memberships']),
    answer: { status: 200, description: 'The caller as they are now', schema: ref('User') },
    handler: request =>
      request.write(async unit => {
        const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
        const { userId } = request.caller
        const user = await updateRecord(unit, scopeOf(users, ownBehaviour, request), userId, changes)
        return recordAnswer(200, user)
      }),
  }),
]
