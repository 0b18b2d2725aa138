import {
  activation,
  choice,
  count,
  defineResource,
  flag,
  longText,
  type RecordOf,
  type ResourceRef,
  references,
  slug,
  text,
} from '../declare'
import { bookings } from './bookings'
import { catalogItems } from './catalogItems'
import { checkPage, pageConditions, pageFieldNames, pageFields } from './channelPage'

export const channels = defineResource({
  name: 'channels',
  label: ['Channel', 'Channels'],
  icon: 'storefront',
  scope: 'tenant',
  api: '/channels',
  screens: { base: '/setup/channels', form: 'dialog' },
  access: { read: 'viewer', write: 'admin' },
  apiScopes: {
    read: ['setup.read', 'availability.read'],
    write: ['setup'],
    members: { bookingCount: 'bookings.read' },
  },
  // Creating a tenant inserts its back office.
  beyondTenant: { insert: { fields: ['id', 'name', 'code', 'kind'], where: { kind: 'back_office' } } },
  fields: {
    name: text({ required: true, unique: true }),
    code: slug({ from: 'name', unique: true, help: 'Reported on bookings. Made from the name when left empty.' }),
    kind: choice(['back_office', 'online', 'phone', 'walk_in', 'partner', 'api'], {
      default: 'online',
      labels: { api: 'API', walk_in: 'Walk-in' },
    }),
    description: longText(),
    sellsAllItems: flag({ default: true, label: 'Sells everything', help: 'Also items added later.' }),
    catalogItemIds: references((): ResourceRef => catalogItems, { label: 'Sells only' }),
    autoConfirm: flag({
      default: true,
      label: 'Confirm at once',
      help: 'Off: bookings from this channel wait for approval.',
    }),
    isActive: flag({ default: true, label: 'Active', help: 'Inactive channels take no new bookings.' }),
    ...pageFields,
    bookingCount: count((): ResourceRef => bookings, 'channelId', { label: 'Bookings' }),
  },
  duplicate: true,
  represent: 'name',
  import: { keys: [['code']] },
  setup: { key: ['code'], only: { kind: ['back_office'] } },
  actions: activation,
  list: {
    columns: ['name', 'code', 'kind', 'bookingCount', 'autoConfirm', 'isActive'],
    search: ['name', 'code', 'description'],
    filters: ['kind', 'isActive'],
    sort: 'name',
  },
  form: [
    {
      name: 'channel',
      title: '',
      fields: ['name', 'code', 'kind', 'description', 'sellsAllItems', 'catalogItemIds', 'autoConfirm', 'isActive'],
    },
    { name: 'page', title: 'Booking page', fields: pageFieldNames },
  ],
  conditions: { catalogItemIds: { when: { sellsAllItems: [false] } }, ...pageConditions },
  check: values => ({
    ...(values.sellsAllItems &&
      values.catalogItemIds?.length && { catalogItemIds: 'validation.itemsWithAll' as const }),
    ...checkPage(values),
  }),
  texts: { empty: 'Channels are the ways bookings reach you: your website, the front desk, the phone, a partner.' },
})

export type Channel = RecordOf<typeof channels>
