import { type Business, week } from './business'
import { addDays, yearOf } from './dates'
import { pictures } from './pictures'

const tenant: Business['tenant'] = {
  name: 'Harbor Spa',
  slug: 'harbor-spa',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  contactEmail: 'hello@harbor-spa.example',
  contactPhone: '+494012345678',
  websiteUrl: 'https://harbor-spa.example',
  address: {
    line1: 'Hafenpromenade 7',
    line2: null,
    region: null,
    postalCode: '20457',
    city: 'Hamburg',
    country: 'DE',
  },
}

const holidaysOf = (today: string): Business['schedules'][number]['dateOverrides'] => [
  {
    startDate: `${yearOf(today)}-12-25`,
    endDate: `${yearOf(today)}-12-26`,
    isClosed: true,
    hours: [],
    repeatsYearly: true,
    label: 'Christmas',
  },
  {
    startDate: `${yearOf(today)}-01-01`,
    endDate: `${yearOf(today)}-01-01`,
    isClosed: true,
    hours: [],
    repeatsYearly: true,
    label: 'New Year',
  },
]

const schedulesOn = (today: string): Business['schedules'] => [
  {
    name: 'Spa hours',
    description: 'When the house is open.',
    timeZone: 'Europe/Berlin',
    weeklyHours: [
      ...week([1, 2, 3, 4, 5], ['09:00', '20:00']),
      ...week([6], ['10:00', '18:00']),
      ...week([7], ['11:00', '17:00']),
    ],
    dateOverrides: holidaysOf(today),
  },
  {
    name: 'Mia’s week',
    description: 'Part-time: long days with a lunch break.',
    timeZone: 'Europe/Berlin',
    weeklyHours: week([2, 3, 4], ['09:00', '13:00'], ['14:00', '19:00']),
  },
  {
    name: 'Sauna hours',
    description: 'As the house, and at night on Fridays and Saturdays.',
    timeZone: 'Europe/Berlin',
    weeklyHours: [
      ...week([1, 2, 3, 4], ['09:00', '20:00']),
      ...week([5], ['09:00', '01:00']),
      ...week([6], ['10:00', '18:00'], ['20:00', '01:00']),
      ...week([7], ['11:00', '17:00']),
    ],
    dateOverrides: holidaysOf(today),
  },
  {
    name: 'Night sauna',
    description: 'Friday and Saturday, until after midnight.',
    timeZone: 'Europe/Berlin',
    weeklyHours: week([5, 6], ['20:00', '01:00']),
  },
]

const channels: Business['channels'] = [
  {
    name: 'Website',
    kind: 'online',
    description: 'The booking page on harbor-spa.example.',
    hasPage: true,
    pageTitle: 'Time for yourself, by the harbor',
    pageIntro:
      'Massages, facials and a sauna with a view of the ships. Choose what you like and when: we confirm at once, and have towels, tea and slippers ready.',
    pagePolicy:
      'Please come ten minutes early. What cannot be kept can be cancelled or moved by the link in your confirmation, free of charge until a day before.',
    requiredFields: ['email'],
    allowedOrigins: ['https://harbor-spa.example'],
    isIndexable: true,
  },
  { name: 'Front desk', kind: 'walk_in' },
  { name: 'Phone', kind: 'phone' },
  {
    name: 'Hotel Fjord',
    kind: 'partner',
    autoConfirm: false,
    description: 'The concierge books for hotel guests; we confirm.',
  },
]

const resourceTypes: Business['resourceTypes'] = [
  { name: 'Therapist', kind: 'person', icon: 'person', color: '#00796B', sortOrder: 1 },
  { name: 'Treatment room', kind: 'space', icon: 'room', color: '#5E35B1', sortOrder: 2 },
  { name: 'Sauna', kind: 'space', icon: 'room', color: '#C2410C', defaultCapacity: 8, sortOrder: 3 },
]

const resources: Business['resources'] = [
  {
    name: 'Mia Brandt',
    code: 'mia',
    type: 'Therapist',
    capacity: 1,
    schedule: 'Mia’s week',
    email: 'mia@harbor-spa.example',
    isShownOnline: true,
    sortOrder: 1,
  },
  { name: 'Jonas Weber', code: 'jonas', type: 'Therapist', capacity: 1, isShownOnline: true, sortOrder: 2 },
  { name: 'Aylin Kaya', code: 'aylin', type: 'Therapist', capacity: 1, isShownOnline: true, sortOrder: 3 },
  {
    name: 'Anchor room',
    code: 'anchor',
    type: 'Treatment room',
    capacity: 1,
    location: 'Ground floor',
    sortOrder: 4,
  },
  {
    name: 'Lighthouse room',
    code: 'lighthouse',
    type: 'Treatment room',
    capacity: 2,
    location: 'First floor',
    sortOrder: 5,
  },
  {
    name: 'Harbor sauna',
    code: 'sauna',
    type: 'Sauna',
    capacity: 8,
    schedule: 'Sauna hours',
    picture: pictures.stove,
    sortOrder: 6,
  },
]

const catalog: Business['catalog'] = [
  {
    name: 'Massage',
    category: 'Treatments',
    status: 'active',
    description: 'Swedish massage by one of our therapists.',
    picture: pictures.stones,
    color: '#00796B',
    sortOrder: 1,
    questions: [
      {
        key: 'injuries',
        label: 'Any injuries we should know about?',
        type: 'textarea',
        required: false,
        options: [],
      },
      {
        key: 'oil',
        label: 'Which oil do you prefer?',
        type: 'select',
        required: false,
        options: ['Almond', 'Coconut', 'None'],
      },
    ],
    variants: [
      {
        name: '30 minutes',
        durationMinutes: 30,
        bufferAfterMinutes: 10,
        price: 45,
        resourceSelection: 'one_per_type',
        resources: ['Jonas Weber', 'Aylin Kaya', 'Mia Brandt', 'Anchor room', 'Lighthouse room'],
        sortOrder: 0,
      },
      {
        name: '60 minutes',
        durationMinutes: 60,
        bufferAfterMinutes: 15,
        price: 79,
        resourceSelection: 'one_per_type',
        resources: ['Jonas Weber', 'Aylin Kaya', 'Mia Brandt', 'Anchor room', 'Lighthouse room'],
        sortOrder: 1,
      },
      {
        name: '90 minutes, Mia only',
        durationMinutes: 90,
        bufferAfterMinutes: 15,
        price: 119,
        resourceSelection: 'one_per_type',
        requiresApproval: true,
        waitlistEnabled: true,
        resources: ['Mia Brandt', 'Lighthouse room'],
        sortOrder: 2,
      },
    ],
  },
  {
    name: 'Facial',
    category: 'Treatments',
    status: 'active',
    description: 'Cleansing, mask and a massage of face and neck, with products from the North Sea.',
    color: '#5E35B1',
    sortOrder: 2,
    variants: [
      {
        name: 'Standard',
        durationMinutes: 45,
        bufferAfterMinutes: 15,
        price: 69,
        resourceSelection: 'one_per_type',
        resources: ['Aylin Kaya', 'Mia Brandt', 'Anchor room'],
      },
    ],
  },
  {
    name: 'Sauna',
    category: 'Sauna',
    status: 'active',
    description: 'Ninety degrees, a plunge pool and deck chairs above the water. Shared with others.',
    picture: pictures.sauna,
    color: '#C2410C',
    sortOrder: 3,
    variants: [
      {
        name: 'Two hours',
        durationMinutes: 120,
        slotIntervalMinutes: 30,
        capacityMode: 'pooled',
        maxQuantity: 8,
        pricingUnit: 'per_unit',
        price: 22,
        schedule: 'Spa hours',
        resources: ['Harbor sauna'],
        sortOrder: 0,
      },
      {
        name: 'Night session',
        durationMinutes: 180,
        slotIntervalMinutes: 60,
        capacityMode: 'pooled',
        maxQuantity: 8,
        pricingUnit: 'per_unit',
        price: 34,
        schedule: 'Night sauna',
        resources: ['Harbor sauna'],
        sortOrder: 1,
      },
    ],
  },
  { name: 'Gift vouchers', category: 'Shop', status: 'draft', sortOrder: 4, variants: [] },
  {
    name: 'Seaweed wrap',
    category: 'Treatments',
    status: 'active',
    description:
      'Wrapped in algae from the North Sea, you rest for half an hour by yourself; then your therapist is back with warm water and oil.',
    color: '#00838F',
    sortOrder: 5,
    variants: [
      {
        name: 'Standard',
        durationMinutes: 75,
        bufferAfterMinutes: 15,
        price: 84,
        resourceSelection: 'one_per_type',
        phases: [
          { minutes: 20, frees: [] },
          { minutes: 30, frees: ['Therapist'] },
          { minutes: 25, frees: [] },
        ],
        resources: ['Aylin Kaya', 'Jonas Weber', 'Lighthouse room', 'Anchor room'],
      },
    ],
  },
]

const rulesOn = (today: string): Business['rules'] => [
  {
    name: 'Website: a day’s notice',
    ruleType: 'min_notice',
    parameters: { minutes: 1440 },
    applyToAllResources: true,
    channels: ['Website'],
    message: 'Please call us for appointments within 24 hours.',
  },
  { name: 'At most 90 days ahead', ruleType: 'max_advance', parameters: { days: 90 }, applyToAllResources: true },
  {
    name: 'Room cleaning on Mondays',
    ruleType: 'blackout',
    parameters: {
      startDate: today,
      endDate: addDays(today, 365),
      startTime: '09:00',
      endTime: '10:00',
      daysOfWeek: [1],
    },
    types: ['Treatment room'],
  },
  {
    name: 'Therapists: five treatments a day',
    ruleType: 'booking_limit',
    parameters: { max: 5, period: 'day' },
    types: ['Therapist'],
  },
  {
    name: 'Cancel a day before',
    ruleType: 'cancellation_notice',
    parameters: { minutes: 1440 },
    applyToAllResources: true,
  },
]

const customers: Business['customers'] = [
  { name: 'Lena Fischer', email: 'lena.fischer@mail.example', phone: '+491701234501', tags: ['VIP'] },
  { name: 'Tom Becker', email: 'tom.becker@mail.example', phone: '+491701234502' },
  { name: 'Sofia Rossi', email: 'sofia.rossi@mail.example', notes: 'Prefers Aylin.' },
  { name: 'Ahmed Yilmaz', phone: '+491701234504', tags: ['allergy'] },
  { name: 'Clara Neumann', email: 'clara.neumann@mail.example' },
  { name: 'Piotr Nowak', email: 'piotr.nowak@mail.example', phone: '+48501234506' },
  { name: 'Emma Larsen', email: 'emma.larsen@mail.example' },
  { name: 'Jürgen Vogt', phone: '+491701234508', isBlocked: true, blockedReason: 'Three no-shows in a row' },
]

export const harborSpa = (today: string): Business => ({
  tenant,
  logo: pictures.harbor,
  schedules: schedulesOn(today),
  defaultSchedule: 'Spa hours',
  channels,
  resourceTypes,
  resources,
  catalog,
  rules: rulesOn(today),
  customers,
  blocks: [
    { resource: 'Jonas Weber', reason: 'Holiday', from: [31, 0], to: [36, 0] },
    { resource: 'Harbor sauna', reason: 'The stove is serviced', from: [30, 9], to: [30, 13] },
  ],
  offered: { customer: 'Sofia Rossi', variant: '90 minutes, Mia only', days: 22, hour: 15 },
  connections: {
    webhook: { url: 'https://doors.harbor-spa.example/hooks', description: 'Opens the lockers for who comes' },
    apiKey: 'Lockers',
    feed: 'All bookings',
  },
  weekly: { customer: 'Emma Larsen', item: 'Facial', hour: 10, count: 4 },
  visits: [
    { customer: 'Clara Neumann', items: ['Seaweed wrap', 'Facial'], days: 1, hour: 11 },
    { customer: 'Lena Fischer', items: ['Massage', 'Seaweed wrap'], days: 2, hour: 13 },
    { customer: 'Piotr Nowak', items: ['Facial', 'Massage'], days: 4, hour: 12 },
  ],
})
