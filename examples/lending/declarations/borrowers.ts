import { defineResource, email, flag, phone, type ResourceRef, text } from 'slotwise/declare'
import { loans } from './loans'

export const borrowers = defineResource({
  name: 'borrowers',
  label: ['Borrower', 'Borrowers'],
  icon: 'person',
  scope: 'tenant',
  api: '/borrowers',
  screens: { base: '/borrowers', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'staff', write: 'staff' },
  fields: {
    name: text({ required: true }),
    email: email({ required: true, unique: true }),
    phone: phone(),
    isBarred: flag({ default: false, writeRole: 'admin', label: 'Barred' }),
  },
  represent: 'name',
  related: [{ of: (): ResourceRef => loans, by: 'borrowerId' }],
  list: { columns: ['name', 'email', 'phone'], search: ['name', 'email'], filters: ['isBarred'], sort: 'name' },
  form: ['name', 'email', 'phone', 'isBarred'],
})
