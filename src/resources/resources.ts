import {
  action,
  activation,
  assigned,
  callAction,
  color,
  count,
  defineResource,
  email,
  flag,
  image,
  instant,
  integer,
  longText,
  type RecordOf,
  type ResourceRef,
  reference,
  references,
  slug,
  text,
  weeklyHours,
} from '../declare'
import { resourceRules } from './resourceRules'
import { resourceTypes } from './resourceTypes'
import { schedules } from './schedules'
import { variants } from './variants'

const personInput = {
  name: text({ required: true }),
  resourceTypeId: reference((): ResourceRef => resourceTypes, { required: true, label: 'Type' }),
  email: email({ label: 'E-mail' }),
  weeklyHours: weeklyHours({ default: [], label: 'Hours', help: 'None: the default schedule.' }),
  variantIds: references((): ResourceRef => variants, { label: 'Services' }),
}

/** Not `resources`, the list of all declarations. */
export const bookableResources = defineResource({
  name: 'resources',
  label: ['Resource', 'Resources'],
  icon: 'chair',
  scope: 'tenant',
  api: '/resources',
  screens: { base: '/setup/resources', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'viewer', write: 'admin' },
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  fields: {
    name: text({ required: true, unique: true, help: 'Such as Chair 1, Court 1 or Kayak pool.' }),
    code: slug({ unique: true, help: 'A short label for grids and exports.' }),
    resourceTypeId: reference((): ResourceRef => resourceTypes, { required: true, label: 'Type' }),
    capacity: integer({
      required: true,
      min: 1,
      max: 10_000,
      help: 'How many units it has, or persons it can serve, at once.',
    }),
    scheduleId: reference((): ResourceRef => schedules, {
      help: 'Its working hours. Empty: the tenant’s default schedule.',
      none: 'Default schedule',
    }),
    parentResourceId: reference((): ResourceRef => bookableResources, {
      label: 'Part of',
      help: 'Booking one blocks the other: a court and its halves.',
    }),
    description: longText(),
    image: image({ ratio: 1, label: 'Picture' }),
    color: color(),
    location: text(),
    email: email({ label: 'E-mail', help: 'The person or desk to notify.' }),
    sortOrder: integer({ default: 0, min: 0, max: 10_000 }),
    isShownOnline: flag({
      label: 'Chosen online',
      help: 'On booking pages customers may choose this person, by name and picture. Only for types of the kind person.',
    }),
    isActive: flag({
      default: true,
      label: 'Active',
      help: 'Inactive resources are not offered; their bookings stay.',
    }),
    deactivatedAt: instant({
      readOnly: true,
      label: 'Inactive since',
      help: 'Figures count its open time until then.',
    }),
    partCount: count((): ResourceRef => bookableResources, 'parentResourceId', { label: 'Parts' }),
  },
  limit: 1_000,
  represent: 'name',
  import: { keys: [['code'], ['name']] },
  setup: { key: ['code', 'name'] },
  picture: 'image',
  dialogs: 'side',
  actions: {
    ...activation,
    addPerson: action({
      label: 'Add a person',
      done: 'Added',
      on: 'collection',
      answers: 'created',
      input: personInput,
      docs: {
        summary: 'Add a person with their hours and services',
        description: 'A resource, assigned to variants. With `weeklyHours` also a schedule, named after the person.',
      },
    }),
    reassign: callAction({ label: 'Hand over bookings', done: 'Handed over', role: 'staff' }),
  },
  trash: { days: 30 },
  list: {
    columns: ['name', 'resourceTypeId', 'capacity', 'scheduleId', 'parentResourceId', 'isActive'],
    search: ['name', 'code', 'location'],
    filters: ['resourceTypeId', 'scheduleId', 'parentResourceId', 'capacity', 'isActive', 'image'],
    sort: 'sortOrder',
  },
  search: { subtitle: ['resourceTypeId', 'location'] },
  form: [
    {
      name: 'resource',
      title: 'Resource',
      help: 'What gets booked, and how much of it there is.',
      fields: ['name', 'code', 'resourceTypeId', 'capacity', 'isActive'],
    },
    {
      name: 'whenAndWhere',
      title: 'When and where',
      help: 'The hours it follows, and what it is part of.',
      fields: ['scheduleId', 'parentResourceId', 'location'],
    },
    {
      name: 'details',
      title: 'Details',
      help: 'How it is shown, and who hears about its bookings.',
      fields: ['description', 'image', 'isShownOnline', 'color', 'email', 'sortOrder'],
    },
  ],
  assigns: {
    rules: assigned((): ResourceRef => resourceRules, {
      path: '/resources/{id}/rules',
      body: 'ruleIds',
      through: 'resourceIds',
      help: 'Rules attached to this resource alone.',
    }),
  },
  texts: { empty: 'Resources are what gets booked: a chair, a court, a guide, a pool of kayaks.' },
})

export type BookableResource = RecordOf<typeof bookableResources>
