import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { implement } from '../../../server/http/implement'
import { calls } from '../../../src/calls'
import {
  type AnswerOf,
  type AnyCall,
  type CallInput,
  defineCall,
  fieldsBody,
  membersFrom,
  param,
  required,
} from '../../../src/contract'
import type { SlotwiseDataProvider } from '../../../src/dataProvider/createDataProvider'
import { text } from '../../../src/schema'

const declared = {
  method: 'POST',
  path: '/houses/{houseId}/doors',
  access: membersFrom('staff'),
  tag: 'Doors',
  operationId: 'openDoor',
  summary: 'Open a door',
  query: { keyId: required(param('id', 'Which key')), roomId: param('id', 'Which room') },
  body: fieldsBody({ why: text({ required: true }), note: text() }),
} as const

const doorSchema = z.object({ id: z.string(), isOpen: z.boolean() })
const openDoor = defineCall({ ...declared, answer: { description: 'The door', schema: doorSchema } })

/** The same call, of whose answer one field was renamed. */
const renamed = defineCall({
  ...declared,
  answer: { description: 'The door', schema: z.object({ id: z.string(), isUnlocked: z.boolean() }) },
})

const door = async () => ({ id: 'a', isOpen: true })

test('a renamed field of an answer does not compile on either side', () => {
  implement(openDoor, door)
  // @ts-expect-error the server answers what is declared no more
  implement(renamed, door)

  const show = (_: { isOpen: boolean }) => {}
  const client = async (provider: SlotwiseDataProvider) => {
    const given = { params: { houseId: 'h' }, query: { keyId: 'k' }, body: { why: 'fire' } }
    show(await provider.call(openDoor, given))
    // @ts-expect-error the client reads what is declared no more
    show(await provider.call(renamed, given))
  }
  expectTypeOf(client).toBeFunction()
  expectTypeOf<AnswerOf<typeof openDoor>>().toEqualTypeOf<{ id: string; isOpen: boolean }>()
})

test('what a call needs does not go missing, and nothing else is given', () => {
  const client = async (provider: SlotwiseDataProvider) => {
    const params = { houseId: 'h' }
    const [query, body] = [{ keyId: 'k' }, { why: 'fire' }]
    await provider.call(openDoor, { params, query: { ...query, roomId: null }, body: { ...body, note: null } })
    // @ts-expect-error which house?
    await provider.call(openDoor, { query, body })
    // @ts-expect-error which key?
    await provider.call(openDoor, { params, query: {}, body })
    // @ts-expect-error why?
    await provider.call(openDoor, { params, query, body: {} })
    // @ts-expect-error there is no such query parameter
    await provider.call(openDoor, { params, query: { keyId: 'k', kyeId: 'k' }, body })
    // @ts-expect-error there is no such member
    await provider.call(openDoor, { params, query, body: { why: 'fire', whence: 'x' } })
  }
  expectTypeOf(client).toBeFunction()
  expectTypeOf<CallInput<typeof calls.availability.timeline>['query']['resourceIds']>().toEqualTypeOf<
    readonly string[] | null | undefined
  >()
})

test('a handler gets what the call declares', () => {
  implement(openDoor, async ({ params, query, body, caller }) => {
    expectTypeOf(params).toEqualTypeOf<{ houseId: string }>()
    expectTypeOf(query).toEqualTypeOf<{ readonly keyId: string; readonly roomId: string | undefined }>()
    expectTypeOf(body).toEqualTypeOf<{ why: string; note: string | null }>()
    expectTypeOf(caller.tenant.id).toBeString()
    return { id: 'a', isOpen: true }
  })
  // @ts-expect-error there is no such parameter in the path
  implement(openDoor, async ({ params }) => ({ id: params.doorId, isOpen: true }))
})

test('every call has a method and path of its own', () => {
  const all = Object.values(calls).flatMap(subject =>
    // A subject may also say what several of its calls share.
    Object.values<object | number>(subject).filter((value): value is AnyCall => 'method' in Object(value)),
  )
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length)
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
})
