import {
  core,
  country,
  definePart,
  email,
  flag,
  group,
  phone,
  type ResourceRef,
  reference,
  slug,
  text,
  timezone,
  url,
} from '../declare'
import { schedules } from './schedules'

const { fields } = core.tenants

export const tenantSettings = definePart({
  name: 'tenantSettings',
  label: ['Tenant Settings', 'Tenant Settings'],
  icon: 'business',
  screens: { base: '/settings/tenant' },
  access: { read: 'owner', write: 'owner' },
  fields: {
    ...fields,
    slug: slug({
      from: 'name',
      min: 2,
      unique: true,
      writeRole: 'superuser',
      reserved: [...core.reservedSlugs, 'book', 'public', 'unsubscribe'],
      help: 'The first part of the tenant’s own address.',
    }),
    timeZone: timezone({ required: true, help: 'For new schedules, and for where one day ends and the next begins.' }),
    contactEmail: email({ label: 'Contact e-mail' }),
    contactPhone: phone(),
    websiteUrl: url({ label: 'Website' }),
    address: group({
      line1: text({ label: 'Street' }),
      line2: text({ label: 'Second line' }),
      postalCode: text({ max: 20 }),
      city: text(),
      region: text(),
      country: country(),
    }),
    defaultScheduleId: reference((): ResourceRef => schedules, {
      help: 'The hours of resources that have no schedule of their own.',
    }),
    isActive: flag({
      default: true,
      label: 'Active',
      writeRole: 'superuser',
      help: 'A suspended tenant can look but not change, and nothing is bookable.',
    }),
  },
  form: [
    {
      name: 'business',
      title: 'Business',
      help: 'What it is called, and its address here.',
      fields: ['name', 'slug', 'isActive'],
    },
    {
      name: 'placeAndTime',
      title: 'Place and time',
      help: 'How dates, times and prices are shown to everybody.',
      fields: ['timeZone', 'currency', 'locale', 'weekStartsOn', 'timeFormat', 'defaultScheduleId'],
    },
    {
      name: 'contact',
      title: 'Contact',
      help: 'How customers reach you.',
      fields: ['contactEmail', 'contactPhone', 'websiteUrl', 'address'],
    },
    { name: 'security', title: 'Security', help: 'How people sign in.', fields: ['requireSecondFactor'] },
  ],
})
