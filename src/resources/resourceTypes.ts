import {
  activation,
  choice,
  color,
  count,
  defineResource,
  flag,
  integer,
  longText,
  type RecordOf,
  type ResourceRef,
  text,
} from '../declare'
import { bookableResources } from './resources'

export const resourceTypes = defineResource({
  name: 'resourceTypes',
  label: ['Resource Type', 'Resource Types'],
  icon: 'category',
  scope: 'tenant',
  api: '/resources/types',
  screens: { base: '/setup/resource-types', form: 'dialog' },
  access: { read: 'viewer', write: 'admin' },
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  fields: {
    name: text({ required: true, unique: true, help: 'Such as stylist, treatment room or kayak.' }),
    kind: choice(['person', 'space', 'equipment', 'vehicle', 'other'], { default: 'other' }),
    description: longText(),
    icon: choice(['person', 'room', 'chair', 'court', 'boat', 'car', 'tool', 'other'], {
      help: 'Booking pages name what is free by it, such as “3 courts free”.',
    }),
    color: color(),
    defaultCapacity: integer({
      default: 1,
      min: 1,
      max: 10_000,
      help: 'The capacity that new resources of this type begin with.',
    }),
    sortOrder: integer({ default: 0, min: 0, max: 10_000 }),
    isActive: flag({ default: true, label: 'Active' }),
    resourceCount: count((): ResourceRef => bookableResources, 'resourceTypeId', { label: 'Resources' }),
  },
  represent: 'name',
  import: { keys: [['name']] },
  setup: { key: ['name'] },
  actions: activation,
  list: {
    columns: ['name', 'kind', 'defaultCapacity', 'resourceCount', 'isActive'],
    search: ['name', 'description'],
    filters: ['kind', 'isActive'],
    sort: 'sortOrder',
  },
  form: ['name', 'kind', 'description', 'icon', 'color', 'defaultCapacity', 'sortOrder', 'isActive'],
  texts: { empty: 'Resource types group what can be booked: people, rooms, courts, boats.' },
})

export type ResourceType = RecordOf<typeof resourceTypes>
