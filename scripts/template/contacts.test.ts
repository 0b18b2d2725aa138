import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from 'slotwise/declare'
import { contacts } from './declarations/contacts'

test('a contact has a name', () => {
  assert.equal(validate(contacts, { name: 'Ada Lovelace' }, { role: 'staff' }).ok, true)
  assert.equal(validate(contacts, { phone: '+4930123456' }, { role: 'staff' }).ok, false)
})
