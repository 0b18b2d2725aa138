import {
  choice,
  currency,
  defineResource,
  email,
  flag,
  integer,
  locale,
  phone,
  type RecordOf,
  type ResourceRef,
  reference,
  slug,
  text,
  timezone,
  url,
  weekday,
} from '../schema'
import { channels } from './channels'
import { schedules } from './schedules'

export const reservedSlugs = [
  'app',
  'dev',
  'stage',
  'www',
  'api',
  'admin',
  'auth',
  'superadmin',
  'static',
  'assets',
  'mail',
  'status',
] as const

export const tenants = defineResource({
  name: 'tenants',
  label: ['Tenant', 'Tenants'],
  icon: 'business',
  scope: 'platform',
  api: '/tenants',
  screens: { base: '/superadmin/tenants', form: 'page' },
  access: { read: 'superuser', write: 'superuser', ownTenant: { read: 'viewer', write: 'owner' } },
  fields: {
    name: text({ required: true }),
    slug: slug({
      from: 'name',
      min: 2,
      unique: true,
      writeRole: 'superuser',
      reserved: reservedSlugs,
      help: 'The first part of the tenant’s own address.',
    }),
    timeZone: timezone({ required: true, help: 'For new schedules, and for where one day ends and the next begins.' }),
    currency: currency({ default: 'EUR' }),
    locale: locale({ default: 'en', label: 'Language' }),
    weekStartsOn: weekday({ default: 1 }),
    timeFormat: choice(['h24', 'h12'], { default: 'h24', labels: { h24: '24-hour', h12: '12-hour' } }),
    contactEmail: email({ label: 'Contact e-mail' }),
    contactPhone: phone(),
    websiteUrl: url({ label: 'Website' }),
    defaultScheduleId: reference((): ResourceRef => schedules, {
      help: 'The hours of resources that have no schedule of their own.',
    }),
    defaultChannelId: reference((): ResourceRef => channels, {
      readOnly: true,
      help: 'Where bookings come from when nobody says: the back office.',
    }),
    holdMinutes: integer({
      default: 10,
      min: 1,
      max: 60,
      label: 'Hold (minutes)',
      help: 'How long an unconfirmed hold keeps its place.',
    }),
    isActive: flag({
      default: true,
      label: 'Active',
      writeRole: 'superuser',
      help: 'A suspended tenant can look but not change, and nothing is bookable.',
    }),
  },
  represent: 'name',
  list: {
    columns: ['name', 'slug', 'timeZone', 'isActive', 'createdAt'],
    search: ['name', 'slug'],
    filters: ['isActive'],
    sort: 'name',
  },
  form: [
    { title: 'Business', fields: ['name', 'slug', 'isActive'] },
    { title: 'Place and time', fields: ['timeZone', 'currency', 'locale', 'weekStartsOn', 'timeFormat'] },
    { title: 'Contact', fields: ['contactEmail', 'contactPhone', 'websiteUrl'] },
    { title: 'Bookings', fields: ['holdMinutes'] },
  ],
})

export type Tenant = RecordOf<typeof tenants>
