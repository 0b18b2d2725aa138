import {
  defineResource,
  email,
  flag,
  instant,
  locale,
  longText,
  phone,
  type RecordOf,
  tags,
  text,
  timezone,
} from '../schema'

export const customers = defineResource({
  name: 'customers',
  label: ['Customer', 'Customers'],
  icon: 'contacts',
  scope: 'tenant',
  api: '/customers',
  screens: { base: '/customers', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'staff', write: 'staff', delete: 'admin' },
  fields: {
    name: text({ required: true }),
    email: email({ unique: true, label: 'E-mail' }),
    phone: phone(),
    locale: locale({ label: 'Language' }),
    timeZone: timezone(),
    notes: longText({ max: 5000 }),
    tags: tags({ help: 'Such as VIP or allergy.' }),
    isBlocked: flag({ label: 'Blocked', help: 'Online channels refuse; staff are warned.' }),
    blockedReason: text({ max: 240 }),
    externalId: text({ unique: true, label: 'External id' }),
    anonymizedAt: instant({ readOnly: true, label: 'Anonymised' }),
  },
  represent: 'name',
  list: {
    columns: ['name', 'email', 'phone', 'tags', 'isBlocked', 'createdAt'],
    search: ['name', 'email', 'phone'],
    filters: ['isBlocked'],
    sort: 'name',
  },
  form: [
    { title: 'Contact', fields: ['name', 'email', 'phone', 'locale', 'timeZone'] },
    { title: 'Notes', fields: ['notes', 'tags', 'externalId'] },
    { title: 'Blocking', fields: ['isBlocked', 'blockedReason'] },
  ],
  conditions: { blockedReason: { when: { isBlocked: [true] } } },
  check: ({ email: address, phone: number }) => (address || number ? {} : { email: 'validation.contactNeeded' }),
  texts: { empty: 'Customers are the people you take bookings for. They are added while booking, or here.' },
})

export type Customer = RecordOf<typeof customers>
