import { color, count, defineResource, type ResourceRef, text } from 'slotwise/declare'
import { equipment } from './equipment'

export const categories = defineResource({
  name: 'categories',
  label: ['Category', 'Categories'],
  icon: 'category',
  scope: 'tenant',
  api: '/categories',
  screens: { base: '/categories', form: 'dialog' },
  access: { read: 'viewer', write: 'admin' },
  fields: {
    name: text({ required: true, unique: true }),
    color: color(),
    equipmentCount: count((): ResourceRef => equipment, 'categoryId', { label: 'Equipment' }),
  },
  represent: 'name',
  list: { columns: ['name', 'color', 'equipmentCount'], search: ['name'], sort: 'name' },
  form: ['name', 'color'],
})
