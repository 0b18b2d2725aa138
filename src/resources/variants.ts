import {
  activation,
  assigned,
  choice,
  defineResource,
  flag,
  integer,
  localTime,
  type Message,
  minutes,
  money,
  parent,
  type RecordOf,
  type ResourceRef,
  reference,
  setting,
  text,
} from '../declare'
import { catalogItems } from './catalogItems'
import { phases } from './phases'
import { bookableResources } from './resources'
import { schedules } from './schedules'
import { translations } from './translations'
import { weights } from './weights'

export const variants = defineResource({
  name: 'variants',
  label: ['Variant', 'Variants'],
  icon: 'style',
  scope: 'tenant',
  api: '/catalog-items/{catalogItemId}/variants',
  access: { read: 'viewer', write: 'admin' },
  apiScopes: { read: ['setup.read', 'availability.read'], write: ['setup'] },
  fields: {
    catalogItemId: parent((): ResourceRef => catalogItems),
    name: text({ default: 'Standard', help: 'Such as Short hair, 60 minutes or Adult.' }),
    translations: translations({ name: text() }),
    sku: text({ max: 60, unique: true, label: 'SKU' }),
    durationType: choice(['fixed', 'flexible', 'daily'], { default: 'fixed', label: 'Duration' }),
    durationMinutes: minutes({ default: 60, min: 5, max: 10_080, label: 'Length' }),
    minDurationMinutes: minutes({ default: 60, min: 5, max: 10_080, label: 'Shortest' }),
    maxDurationMinutes: minutes({ default: 480, min: 5, max: 10_080, label: 'Longest' }),
    durationStepMinutes: minutes({ default: 30, min: 5, max: 1440, label: 'In steps of' }),
    minDays: integer({ default: 1, min: 1, max: 366, label: 'Fewest days' }),
    maxDays: integer({ default: 30, min: 1, max: 366, label: 'Most days' }),
    dayStartTime: localTime({ default: '10:00', label: 'Pick-up' }),
    dayEndTime: localTime({ default: '10:00', label: 'Return' }),
    slotIntervalMinutes: minutes({ default: 15, min: 5, max: 1440, label: 'Offered every' }),
    bufferBeforeMinutes: minutes({ default: 0, max: 1440, label: 'Preparation' }),
    bufferAfterMinutes: minutes({ default: 0, max: 1440, label: 'Clean-up' }),
    capacityMode: choice(['exclusive', 'pooled', 'session'], {
      default: 'exclusive',
      label: 'A booking takes',
      labels: {
        exclusive: 'The whole resource',
        pooled: 'Units of the resource',
        session: 'Places in a shared session',
      },
    }),
    minQuantity: integer({ default: 1, min: 1, max: 10_000 }),
    maxQuantity: integer({ default: 1, min: 1, max: 10_000 }),
    phases: phases(),
    price: money({ required: true, default: setting('currency') }),
    pricingUnit: choice(['per_booking', 'per_unit', 'per_hour', 'per_day'], {
      default: 'per_booking',
      label: 'Charged',
    }),
    scheduleId: reference((): ResourceRef => schedules, {
      label: 'Offered during',
      help: 'Empty: whenever its resources are open.',
    }),
    resourceSelection: choice(['any', 'one_per_type', 'all'], {
      default: 'any',
      label: 'Needs',
      labels: {
        any: 'One resource',
        one_per_type: 'One resource of each type',
        all: 'All resources',
      },
    }),
    allocation: choice(['priority', 'least_booked', 'weighted', 'rotation'], {
      default: 'priority',
      label: 'Who is taken',
      labels: {
        priority: 'The first who is free',
        least_booked: 'Booked least this week',
        weighted: 'Booked least for their weight',
        rotation: 'One after the other',
      },
      help: 'Of those who are free: it changes who comes, never which times are offered.',
    }),
    weights: weights(),
    requiresApproval: flag({ label: 'Needs approval' }),
    minNoticeMinutes: minutes({ max: 525_600, label: 'Minimum notice' }),
    maxAdvanceDays: integer({ min: 0, max: 1095, label: 'Days ahead' }),
    cancellationNoticeMinutes: minutes({ max: 525_600, label: 'Cancellation notice' }),
    waitlistEnabled: flag({ label: 'Waitlist', help: 'Who finds nothing free can wait for a place.' }),
    waitlistOffers: choice(['manual', 'automatic'], {
      default: 'manual',
      label: 'Places that become free',
      labels: { manual: 'You offer them', automatic: 'Are offered to the first who fits' },
    }),
    isActive: flag({ default: true, label: 'Active' }),
    sortOrder: integer({ default: 0, min: 0, max: 10_000 }),
  },
  limit: 100,
  represent: 'name',
  import: { keys: [['sku'], ['catalogItemId', 'name']] },
  setup: { key: ['name'] },
  dialogs: 'side',
  actions: activation,
  list: {
    columns: ['name', 'durationType', 'durationMinutes', 'price', 'capacityMode', 'isActive'],
    search: ['name', 'sku'],
    filters: ['isActive', 'scheduleId'],
    sort: 'sortOrder',
  },
  search: { fields: ['name', 'sku', 'catalogItemId'], subtitle: ['catalogItemId'] },
  form: [
    { name: 'variant', title: '', fields: ['name'] },
    {
      name: 'resources',
      title: 'Resources',
      fields: ['resourceSelection', 'allocation', 'weights'],
      assigns: ['resources'],
    },
    {
      name: 'lengthAndPrice',
      title: 'Length and price',
      fields: [
        'durationType',
        'durationMinutes',
        'minDurationMinutes',
        'maxDurationMinutes',
        'durationStepMinutes',
        'minDays',
        'maxDays',
        'dayStartTime',
        'dayEndTime',
        'price',
        'pricingUnit',
      ],
    },
    {
      name: 'times',
      title: 'Times',
      help: 'When it can start, and what its resources need before and after.',
      isSeldom: true,
      fields: ['scheduleId', 'slotIntervalMinutes', 'bufferBeforeMinutes', 'bufferAfterMinutes', 'phases'],
    },
    {
      name: 'places',
      title: 'Places',
      help: 'What one booking takes of a resource, and how many at once.',
      isSeldom: true,
      fields: ['capacityMode', 'minQuantity', 'maxQuantity'],
    },
    {
      name: 'booking',
      title: 'Booking',
      help: 'Until when it can be booked and cancelled, and whether it needs approval.',
      isSeldom: true,
      fields: [
        'minNoticeMinutes',
        'maxAdvanceDays',
        'cancellationNoticeMinutes',
        'requiresApproval',
        'waitlistEnabled',
        'waitlistOffers',
      ],
    },
    { name: 'more', title: 'Code and state', isSeldom: true, fields: ['sku', 'translations', 'isActive'] },
  ],
  conditions: {
    durationMinutes: { when: { durationType: ['fixed'] } },
    minDurationMinutes: { when: { durationType: ['flexible'] } },
    maxDurationMinutes: { when: { durationType: ['flexible'] } },
    durationStepMinutes: { when: { durationType: ['flexible'] } },
    minDays: { when: { durationType: ['daily'] } },
    maxDays: { when: { durationType: ['daily'] } },
    dayStartTime: { when: { durationType: ['daily'] } },
    dayEndTime: { when: { durationType: ['daily'] } },
    phases: { when: { durationType: ['fixed'] } },
    allocation: { when: { resourceSelection: ['any', 'one_per_type'] } },
    weights: { when: { allocation: ['weighted'] } },
    waitlistOffers: { when: { waitlistEnabled: [true] } },
  },
  bounds: {
    maxDurationMinutes: { min: 'minDurationMinutes' },
    maxDays: { min: 'minDays' },
    maxQuantity: { min: 'minQuantity' },
  },
  check: v => ({
    ...(v.durationType === 'flexible' && checkFlexible(v)),
    ...(((v.pricingUnit === 'per_hour' && v.durationType !== 'flexible') ||
      (v.pricingUnit === 'per_day' && v.durationType !== 'daily')) && {
      pricingUnit: 'validation.pricingUnit',
    }),
  }),
  uniqueTogether: [['catalogItemId', 'name']],
  assigns: {
    resources: assigned((): ResourceRef => bookableResources, {
      path: '/catalog-items/{catalogItemId}/variants/{id}/resources',
      body: 'resources',
      key: 'resourceId',
      rank: 'priority',
      shows: { resourceName: 'name', resourceTypeId: 'resourceTypeId', isActive: 'isActive' },
      max: 100,
      help: 'In order of preference.',
    }),
  },
})

const checkFlexible = ({
  minDurationMinutes: min,
  maxDurationMinutes: max,
  durationStepMinutes: step,
}: {
  minDurationMinutes?: number
  maxDurationMinutes?: number
  durationStepMinutes?: number
}): { maxDurationMinutes?: Message['key'] } => {
  if (!min || !max || !step || min > max) return {}
  return (max - min) % step === 0 ? {} : { maxDurationMinutes: 'validation.notOnStep' }
}

export type Variant = RecordOf<typeof variants>
