import { choice, currency, defineResource, flag, locale, type RecordOf, slug, text, timezone, weekday } from '../schema'

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

/** The tenant of `X-Tenant-ID`. Inactive ones are read-only. */
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
    timeZone: timezone({ required: true, help: 'Where one day ends and the next begins.' }),
    currency: currency({ default: 'EUR' }),
    locale: locale({ default: 'en', label: 'Language' }),
    weekStartsOn: weekday({ default: 1 }),
    timeFormat: choice(['h24', 'h12'], { default: 'h24', labels: { h24: '24-hour', h12: '12-hour' } }),
    requireSecondFactor: flag({
      label: 'Require two-step sign-in',
      writeRole: 'owner',
      help: 'Owners and admins sign in with a code of an authenticator app as well. Who has none yet is asked to set it up.',
    }),
    isActive: flag({
      default: true,
      label: 'Active',
      writeRole: 'superuser',
      help: 'A suspended tenant can look but not change.',
    }),
  },
  represent: 'name',
  setup: { key: [], fields: ['timeZone', 'currency', 'locale', 'weekStartsOn', 'timeFormat'] },
  list: {
    columns: ['name', 'slug', 'timeZone', 'isActive', 'createdAt'],
    search: ['name', 'slug'],
    filters: ['isActive'],
    sort: 'name',
  },
  createForm: ['name', 'slug', 'timeZone', 'currency', 'locale', 'weekStartsOn', 'timeFormat'],
  form: [
    ...(['name', 'slug', 'timeZone', 'currency', 'locale', 'weekStartsOn', 'timeFormat'] as const),
    ...(['requireSecondFactor', 'isActive'] as const),
  ],
})

export type Tenant = RecordOf<typeof tenants>
