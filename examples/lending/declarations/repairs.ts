import { defineResource, localDate, longText, money, parent, type ResourceRef, text } from 'slotwise/declare'
import { equipment } from './equipment'

export const repairs = defineResource({
  name: 'repairs',
  label: ['Repair', 'Repairs'],
  icon: 'handyman',
  scope: 'tenant',
  api: '/equipment/{equipmentId}/repairs',
  across: { api: '/repairs', base: '/repairs' },
  access: { read: 'staff', write: 'staff' },
  fields: {
    equipmentId: parent((): ResourceRef => equipment),
    what: text({ required: true, max: 200 }),
    doneOn: localDate(),
    cost: money({ readRole: 'admin' }),
    notes: longText(),
  },
  represent: 'what',
  list: { columns: ['what', 'doneOn', 'cost'], sort: '-doneOn' },
  form: ['what', 'doneOn', 'cost', 'notes'],
  limit: 200,
})
