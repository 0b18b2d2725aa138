import { defineResource, email, longText, phone, text } from 'slotwise/declare'

export const contacts = defineResource({
  name: 'contacts',
  label: ['Contact', 'Contacts'],
  icon: 'person',
  scope: 'tenant',
  api: '/contacts',
  screens: { base: '/contacts', form: 'dialog' },
  access: { read: 'viewer', write: 'staff' },
  fields: {
    name: text({ required: true }),
    email: email(),
    phone: phone(),
    notes: longText(),
  },
  represent: 'name',
  list: { columns: ['name', 'email', 'phone'], search: ['name', 'email'], sort: 'name' },
  form: ['name', 'email', 'phone', 'notes'],
})

declare module 'slotwise/declare' {
  interface Icons {
    person: unknown
  }
}
