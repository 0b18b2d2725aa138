import { type Business, week } from './business'
import { nextThanksgiving } from './dates'
import { pictures } from './pictures'

const tenant: Business['tenant'] = {
  name: 'City Courts',
  slug: 'city-courts',
  timeZone: 'America/New_York',
  currency: 'USD',
  timeFormat: 'h12',
  weekStartsOn: 7,
  contactEmail: 'play@city-courts.example',
  address: {
    line1: '210 Hudson Street',
    line2: null,
    postalCode: '10013',
    city: 'New York',
    region: 'NY',
    country: 'US',
  },
}

const schedules: Business['schedules'] = [
  {
    name: 'Court hours',
    timeZone: 'America/New_York',
    weeklyHours: [...week([1, 2, 3, 4, 5], ['07:00', '22:00']), ...week([6, 7], ['08:00', '20:00'])],
  },
  {
    name: 'Kids clinics',
    description: 'Weekend mornings, as timeslots.',
    timeZone: 'America/New_York',
    mode: 'timeslots',
    weeklyHours: week([6, 7], ['09:00', '12:00']),
    slotDurationMinutes: 90,
    slotCapacity: 12,
  },
]

const channels: Business['channels'] = [
  {
    name: 'Website',
    kind: 'online',
    hasPage: true,
    pageTitle: 'Play at City Courts',
    pageIntro: 'Three courts in the middle of the city, open every day. Rackets are here if you have none.',
    requiredFields: ['email', 'phone'],
    isIndexable: true,
    showsRemaining: true,
  },
  { name: 'Members’ app', kind: 'api', code: 'members' },
  { name: 'Front desk', kind: 'walk_in' },
]

const resourceTypes: Business['resourceTypes'] = [
  { name: 'Court', kind: 'space', icon: 'court', color: '#1565C0', sortOrder: 1 },
  { name: 'Coach', kind: 'person', icon: 'person', color: '#6A1B9A', sortOrder: 2 },
  { name: 'Rackets', kind: 'equipment', icon: 'tool', color: '#AD1457', sortOrder: 3 },
]

const resources: Business['resources'] = [
  { name: 'Court 1', code: 'c1', type: 'Court', capacity: 12, picture: pictures.halfCourt, sortOrder: 1 },
  { name: 'Court 1A', code: 'c1a', type: 'Court', capacity: 6, partOf: 'Court 1', sortOrder: 2 },
  { name: 'Court 1B', code: 'c1b', type: 'Court', capacity: 6, partOf: 'Court 1', sortOrder: 3 },
  { name: 'Court 2', code: 'c2', type: 'Court', capacity: 12, sortOrder: 4 },
  { name: 'Court 3', code: 'c3', type: 'Court', capacity: 12, sortOrder: 5 },
  { name: 'Coach Dana', code: 'dana', type: 'Coach', capacity: 12, sortOrder: 6 },
  { name: 'Racket pool', code: 'rackets', type: 'Rackets', capacity: 20, sortOrder: 7 },
  { name: 'Coach Luis', code: 'luis', type: 'Coach', capacity: 12, sortOrder: 8 },
]

const catalog: Business['catalog'] = [
  {
    name: 'Court rental',
    category: 'Play',
    status: 'active',
    description: 'By the hour, with lights and showers. Bring up to eleven friends.',
    picture: pictures.court,
    color: '#1565C0',
    sortOrder: 1,
    variants: [
      {
        name: 'Full court',
        durationType: 'flexible',
        minDurationMinutes: 60,
        maxDurationMinutes: 180,
        durationStepMinutes: 60,
        slotIntervalMinutes: 60,
        price: 40,
        pricingUnit: 'per_hour',
        maxQuantity: 12,
        resources: ['Court 2', 'Court 3', 'Court 1'],
        sortOrder: 0,
      },
      {
        name: 'Half court',
        durationMinutes: 60,
        slotIntervalMinutes: 60,
        price: 24,
        maxQuantity: 6,
        resources: ['Court 1A', 'Court 1B'],
        sortOrder: 1,
      },
    ],
  },
  {
    name: 'Kids clinic',
    category: 'Lessons',
    status: 'active',
    description: 'An hour and a half on weekend mornings with Coach Dana, from six years on.',
    color: '#6A1B9A',
    sortOrder: 2,
    variants: [
      {
        name: 'One child',
        durationMinutes: 90,
        schedule: 'Kids clinics',
        capacityMode: 'session',
        maxQuantity: 4,
        resourceSelection: 'one_per_type',
        pricingUnit: 'per_unit',
        price: 35,
        resources: ['Coach Dana', 'Court 3'],
      },
    ],
  },
  {
    name: 'Racket rental',
    category: 'Rental',
    status: 'active',
    description: 'Freshly strung, with three balls.',
    color: '#AD1457',
    sortOrder: 3,
    variants: [
      {
        name: 'Two hours',
        durationMinutes: 120,
        slotIntervalMinutes: 30,
        capacityMode: 'pooled',
        maxQuantity: 6,
        pricingUnit: 'per_unit',
        price: 8,
        resources: ['Racket pool'],
      },
    ],
  },
  {
    name: 'Private lesson',
    category: 'Lessons',
    status: 'active',
    description: 'An hour on court with one of our coaches, who take turns.',
    color: '#00695C',
    sortOrder: 4,
    variants: [
      {
        name: 'One hour',
        durationMinutes: 60,
        slotIntervalMinutes: 60,
        price: 70,
        resourceSelection: 'one_per_type',
        allocation: 'rotation',
        resources: ['Coach Dana', 'Coach Luis', 'Court 2', 'Court 3'],
      },
    ],
  },
]

const rulesOn = (today: string): Business['rules'] => [
  { name: 'On the hour', ruleType: 'start_interval', parameters: { intervalMinutes: 60 }, types: ['Court'] },
  { name: 'Two weeks ahead', ruleType: 'max_advance', parameters: { days: 14 }, types: ['Court'] },
  {
    name: 'Members: four weeks ahead',
    ruleType: 'max_advance',
    parameters: { days: 28 },
    types: ['Court'],
    channels: ['Members’ app'],
  },
  {
    name: 'Three hours a week each',
    ruleType: 'booking_limit',
    parameters: { max: 180, period: 'week', measure: 'minutes', subject: 'customer' },
    types: ['Court'],
  },
  {
    name: 'Thanksgiving',
    ruleType: 'blackout',
    parameters: { startDate: nextThanksgiving(today), endDate: nextThanksgiving(today) },
    applyToAllResources: true,
    message: 'We are closed for Thanksgiving.',
  },
]

const customers: Business['customers'] = [
  { name: 'Maya Johnson', email: 'maya.johnson@mail.example', phone: '+12125550101', tags: ['member'] },
  { name: 'Chris Lee', email: 'chris.lee@mail.example', phone: '+12125550102', tags: ['member'] },
  { name: 'Olivia Martin', email: 'olivia.martin@mail.example' },
  { name: 'Noah Davis', phone: '+12125550104' },
  { name: 'Isabella Garcia', email: 'isabella.garcia@mail.example', tags: ['coach'] },
  { name: 'Ethan Brown', email: 'ethan.brown@mail.example' },
]

export const cityCourts = (today: string): Business => ({
  tenant,
  schedules,
  defaultSchedule: 'Court hours',
  channels,
  resourceTypes,
  resources,
  catalog,
  rules: rulesOn(today),
  customers,
  blocks: [{ resource: 'Court 1', reason: 'New lines are painted', from: [30, 8], to: [30, 12] }],
})
