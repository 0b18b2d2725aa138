import * as z from 'zod/mini'
import { defineCall, pageParams, recordBody, recordOf } from '../../contract'
import { platformLog } from '../platformLog'
import { users } from '../users'

const tag = 'Users'

const answer = { description: 'The page', schema: z.array(recordOf(platformLog)), headers: 'X-Total-Count' as const }

export const mySecurityLog = defineCall({
  method: 'GET',
  path: '/users/me/security-log',
  access: { who: 'signedIn' },
  tag,
  operationId: 'listMySecurityLog',
  summary: 'What happened to my account, newest first',
  query: pageParams,
  answer,
})

export const securityLog = defineCall({
  method: 'GET',
  path: '/users/{id}/security-log',
  access: { who: 'superuser' },
  tag,
  operationId: 'listSecurityLog',
  summary: 'What happened to a user and their account, newest first',
  query: pageParams,
  answer,
})

export const ownFields: readonly string[] = ['name', 'phone', 'avatar', 'locale', 'timeZone']

export const me = defineCall({
  method: 'GET',
  path: '/users/me',
  access: { who: 'signedIn', beforeSetup: true },
  tag,
  operationId: 'getMe',
  summary: 'Who I am, with the tenants that I work in',
  answer: { description: 'The caller', schema: recordOf(users), headers: 'ETag' },
})

export const updateMe = defineCall({
  method: 'PATCH',
  path: '/users/me',
  access: { who: 'signedIn', beforeSetup: true },
  tag,
  operationId: 'updateMe',
  summary: 'Change what I may change about myself',
  description: `These are: ${ownFields.join(', ')}.`,
  headers: 'If-Match',
  body: recordBody('UserChanges', ['memberships']),
  answer: { description: 'The caller as they are now', schema: recordOf(users), headers: 'ETag' },
})
