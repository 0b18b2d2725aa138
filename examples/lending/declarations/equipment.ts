import {
  choice,
  defineResource,
  image,
  integer,
  longText,
  money,
  type ResourceRef,
  reference,
  text,
  transition,
} from 'slotwise/declare'
import { categories } from './categories'
import { loans } from './loans'

export const equipment = defineResource({
  name: 'equipment',
  label: ['Item', 'Equipment'],
  icon: 'handyman',
  scope: 'tenant',
  api: '/equipment',
  screens: { base: '/equipment', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'viewer', write: 'staff', delete: 'admin' },
  fields: {
    name: text({ required: true, max: 100 }),
    number: text({ required: true, unique: true, max: 20, label: 'Inventory number' }),
    categoryId: reference((): ResourceRef => categories, { required: true }),
    photo: image({ ratio: 4 / 3 }),
    weight: integer({ min: 0, max: 5000, unit: 'kg' }),
    value: money({ help: 'What a lost item costs.' }),
    status: choice(['available', 'in_repair', 'retired'], {
      default: 'available',
      readOnly: true,
      tones: { available: 'good', in_repair: 'waiting', retired: 'off' },
    }),
    notes: longText(),
  },
  represent: 'name',
  picture: 'photo',
  actions: {
    sendToRepair: transition(
      'status',
      { from: ['available'], to: 'in_repair' },
      {
        label: 'Send to repair',
        done: 'Sent to repair',
        undo: { label: 'Back from repair', done: 'Back from repair' },
      },
    ),
    retire: transition(
      'status',
      { from: ['available', 'in_repair'], to: 'retired' },
      {
        label: 'Retire',
        done: 'Retired',
        role: 'admin',
        input: { reason: longText({ required: true, max: 300 }) },
        confirm: 'A retired item is not lent any more.',
        tone: 'danger',
      },
    ),
  },
  related: [{ of: (): ResourceRef => loans, by: 'equipmentId' }],
  trash: { days: 14 },
  list: {
    columns: ['name', 'number', 'categoryId', 'status', 'weight', 'value'],
    search: ['name', 'number'],
    filters: ['categoryId', 'status'],
    sort: 'name',
  },
  form: ['name', 'number', 'categoryId', 'photo', 'weight', 'value', 'notes'],
})
