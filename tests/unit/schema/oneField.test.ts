import { describe, expect, it } from 'vitest'
import { resourceSchemas } from '../../../server/crud/openApi'
import { diffSchemas } from '../../../server/db/schemaDiff'
import { schemaOf } from '../../../server/db/tables'
import { columnsOf } from '../../../src/crud/list/columnsOf'
import { resourceMessages } from '../../../src/crud/text/resourceMessages'
import { type AnyResource, defineResource, money, text } from '../../../src/schema'
import { validate } from '../../../src/schema/validation'

const offers = defineResource({
  name: 'offers',
  label: ['Offer', 'Offers'],
  icon: 'style',
  scope: 'tenant',
  api: '/offers',
  screens: { base: '/offers', form: 'dialog' },
  access: { read: 'viewer', write: 'staff' },
  fields: { name: text({ required: true }), price: text({ max: 20 }) },
  represent: 'name',
  list: { columns: ['name', 'price'], sort: 'name' },
  form: ['name', 'price'],
})

const before: AnyResource = offers
const after: AnyResource = {
  ...offers,
  fields: { ...offers.fields, price: money({ required: true, label: 'Price from' }) },
}
const record = { name: 'Tour', price: { amount: 1900, currency: 'EUR' } }

describe('one field changed in one place', () => {
  it('is checked in another way', () => {
    expect(validate(before, record, { role: 'staff' })).toMatchObject({
      ok: false,
      errors: { price: expect.anything() },
    })
    expect(validate(after, record, { role: 'staff' })).toMatchObject({ ok: true, values: record })
    expect(validate(after, { name: 'Tour' }, { role: 'staff' })).toMatchObject({
      errors: { price: { key: 'validation.required' } },
    })
  })

  it('is another schema in the reference of the API', () => {
    const draftOf = (resource: AnyResource) => resourceSchemas(resource, {}).OfferDraft
    expect(draftOf(before)).toMatchObject({ required: ['name'], properties: { price: { title: 'Price' } } })
    expect(draftOf(after)).toMatchObject({
      required: ['name', 'price'],
      properties: { price: { title: 'Price from', type: 'object', required: ['amount', 'currency'] } },
    })
  })

  it('is another column of the table', () => {
    const { statements } = diffSchemas(schemaOf([before]), schemaOf([after]))
    expect(statements).toEqual(
      expect.arrayContaining([
        'alter table offers drop column price',
        expect.stringContaining('add column price_amount bigint'),
        expect.stringContaining('add constraint offers_price_amount_check'),
      ]),
    )
  })

  it('is another column of the list, with another label', () => {
    expect(columnsOf(before)[1]).toMatchObject({ name: 'price', kind: 'text', align: 'left', isSortable: true })
    expect(columnsOf(after)[1]).toMatchObject({ name: 'price', kind: 'money', align: 'right', isSortable: true })
    expect(resourceMessages([after])['resources.offers.fields.price']).toBe('Price from')
  })
})
