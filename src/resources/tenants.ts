import { core, extend, type RecordOf, type ResourceRef, reference } from '../declare'
import { bookingPolicy } from './bookingPolicy'
import { branding } from './branding'
import { channels } from './channels'
import { notificationSettings } from './notificationSettings'
import { tenantSettings } from './tenantSettings'

export const tenants = extend(core.tenants, {
  // All need zone, currency and language.
  apiScopes: { read: ['availability.read', 'setup.read', 'bookings.read', 'customers.read'] },
  fields: {
    ...tenantSettings.fields,
    ...branding.fields,
    ...bookingPolicy.fields,
    ...notificationSettings.fields,
    defaultChannelId: reference((): ResourceRef => channels, {
      readOnly: true,
      help: 'Where bookings come from when nobody says: the back office.',
    }),
  },
  picture: 'logo',
  setup: {
    key: [],
    fields: [
      ...(['timeZone', 'currency', 'locale', 'weekStartsOn', 'timeFormat'] as const),
      ...(['defaultScheduleId', 'holdMinutes', 'staffKeepToOwn', 'autoComplete', 'retentionMonths'] as const),
    ],
  },
  parts: [tenantSettings, branding, bookingPolicy, notificationSettings],
  form: [...tenantSettings.form, ...branding.form, ...bookingPolicy.form, ...notificationSettings.form],
})

export type Tenant = RecordOf<typeof tenants>
