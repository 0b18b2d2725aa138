import { describe, expect, expectTypeOf, it } from 'vitest'
import { invalidField, refusal } from '../../../server/http/problem'
import { InvalidValue } from '../../../src/contract'
import { resourceKeys } from '../../../src/crud/text/resourceKeys'
import type { ProductText } from '../../../src/i18n/productText'
import type { DeclaredKey, MachineText } from '../../../src/i18n/text'
import { channels } from '../../../src/resources/channels'
import { type CheckKey, defineResource, items, type Message, text } from '../../../src/schema'

/** What is inside is compiled and not run. */
const compiled = (_: () => void) => expect(true).toBe(true)

declare const say: ProductText
declare const sayInMachine: MachineText
declare const name: string

describe('the compiler', () => {
  it('knows every key', () =>
    compiled(() => {
      expectTypeOf(say('booking.holding')).toEqualTypeOf<string>()
      say('crud.save')
      say('ra.action.select_all')
      // @ts-expect-error a misspelt key
      say('booking.nwe')
      // @ts-expect-error a key that is put together wrongly
      say(`booking.did.${'cancel' as 'cancel' | 'decline'}`, { reference: 'A' })
      // @ts-expect-error a misspelt key of react-admin
      say('ra.action.selct_all')
      // @ts-expect-error a key that nobody knows before the program runs
      say(name)
    }))

  it('knows what a message has room for', () =>
    compiled(() => {
      say('booking.title', { reference: 'A' })
      say('booking.bookingCount', { smart_count: 2 })
      // @ts-expect-error a value that is missing
      say('booking.title')
      // @ts-expect-error a misspelt value
      say('booking.title', { refrence: 'A' })
      // @ts-expect-error a value that the message has no room for
      say('booking.holding', { reference: 'A' })
      // @ts-expect-error a plural without its number
      say('booking.bookingCount')
    }))

  it('keeps texts of the product out of the machine', () =>
    compiled(() => {
      sayInMachine('crud.save')
      // @ts-expect-error what only the product says
      sayInMachine('booking.holding')
    }))

  it('takes keys of declared texts only from the declaration', () =>
    compiled(() => {
      say(resourceKeys(channels).name, { smart_count: 2 })
      expectTypeOf(resourceKeys(channels).field('name')).toEqualTypeOf<DeclaredKey>()
      // @ts-expect-error written by hand
      say('resources.chanels.name')
    }))

  it('knows what checks say, in declarations, hooks and refusals', () =>
    compiled(() => {
      const declaration = {
        name: 'parts',
        label: ['Part', 'Parts'],
        icon: 'style',
        scope: 'tenant',
        api: '/parts',
        access: { read: 'viewer', write: 'admin' },
        fields: { name: text({ required: true }) },
        represent: 'name',
        list: { columns: ['name'], sort: 'name' },
        form: ['name'],
      } as const
      defineResource({ ...declaration, check: () => ({ name: 'validation.required' }) })
      // @ts-expect-error a misspelt key of a check across fields
      defineResource({ ...declaration, check: () => ({ name: 'validation.reqired' }) })
      // @ts-expect-error a sentence in place of a key
      defineResource({ ...declaration, check: () => ({ name: 'This is wrong' }) })
      // @ts-expect-error a misspelt key of a check inside an item
      items({ name: text() }, { max: 3, itemLabel: 'Part', check: () => ({ name: 'validation.reqired' }) })
      // @ts-expect-error a misspelt key of a hook
      expectTypeOf<{ key: 'validation.reqired'; args: object }>().toExtend<Message>()
      expectTypeOf<'validation.pricingUnit' | 'refusal.ownCalendar'>().toExtend<CheckKey>()
      // @ts-expect-error a misspelt key of a refusal
      refusal('conflict', 'refusal.hasAcount')
      // @ts-expect-error a check's key for a refusal
      refusal('conflict', 'validation.required')
      // @ts-expect-error a misspelt key of a field's refusal
      invalidField('name', 'validation.reqired')
      // @ts-expect-error a misspelt key of a parameter's refusal
      new InvalidValue('validation.reqired')
    }))
})
