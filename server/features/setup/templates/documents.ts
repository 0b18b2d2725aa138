import { type Locale, spokenLocale } from '../../../../src/declare'
import type { Subject } from '../../../serve'

export type SetupTemplates = NonNullable<Subject['templates']>
type SetupDocument = ReturnType<SetupTemplates['document']>

export interface Words {
  say: (english: string, german: string) => string
  /** In whole units of the tenant's currency. */
  price: (units: number) => { amount: number; currency: string }
  timeZone: string
}

type Records = readonly Readonly<Record<string, unknown>>[]

export interface Template {
  name: readonly [english: string, german: string]
  description: readonly [english: string, german: string]
  document: (words: Words) => {
    hours: string
    schedules: Records
    resourceTypes: Records
    resources: Records
    channels: Records
    catalogItems: Records
    resourceRules: Records
  }
}

const week = (days: readonly number[], ...times: readonly (readonly [start: string, end: string])[]) =>
  days.flatMap(dayOfWeek => times.map(([startTime, endTime]) => ({ dayOfWeek, startTime, endTime })))

const all = [1, 2, 3, 4, 5, 6, 7]
const website = { name: 'Website', code: 'website', kind: 'online', hasPage: true }

const salon: Template = {
  name: ['Hair salon', 'Friseursalon'],
  description: [
    'Two stylists with hours of their own, short and long appointments.',
    'Zwei Stylisten mit eigenen Zeiten, kurze und lange Termine.',
  ],
  document: ({ say, price, timeZone }) => {
    const [early, late] = [say('Early hours', 'Frühe Zeiten'), say('Late hours', 'Späte Zeiten')]
    const type = say('Stylist', 'Stylist')
    const variant = { bufferAfterMinutes: 10, resources: ['stylist-1', 'stylist-2'] }
    return {
      hours: early,
      schedules: [
        { name: early, timeZone, weeklyHours: week([2, 3, 4, 5, 6], ['09:00', '17:00']) },
        { name: late, timeZone, weeklyHours: week([2, 3, 4, 5], ['12:00', '20:00']) },
      ],
      resourceTypes: [{ name: type, kind: 'person', icon: 'person' }],
      resources: [
        {
          name: `${type} 1`,
          code: 'stylist-1',
          resourceTypeId: type,
          capacity: 1,
          scheduleId: early,
          isShownOnline: true,
        },
        {
          name: `${type} 2`,
          code: 'stylist-2',
          resourceTypeId: type,
          capacity: 1,
          scheduleId: late,
          isShownOnline: true,
          sortOrder: 1,
        },
      ],
      channels: [website],
      catalogItems: [
        {
          ...{ name: say('Haircut', 'Haarschnitt'), slug: 'haircut', status: 'active' },
          variants: [
            { ...variant, name: say('Short hair', 'Kurze Haare'), durationMinutes: 30, price: price(35) },
            { ...variant, name: say('Long hair', 'Lange Haare'), durationMinutes: 60, price: price(60), sortOrder: 1 },
          ],
        },
      ],
      resourceRules: [
        {
          ...{
            name: say('Two hours’ notice', 'Zwei Stunden vorher'),
            ruleType: 'min_notice',
            parameters: { minutes: 120 },
          },
          applyToAllResources: true,
        },
      ],
    }
  },
}

const clinic: Template = {
  name: ['Medical practice', 'Arztpraxis'],
  description: [
    'Every visit takes a doctor and a room; new patients wait for approval.',
    'Jeder Termin braucht Arzt und Raum; neue Patienten warten auf Bestätigung.',
  ],
  document: ({ say, price, timeZone }) => {
    const hours = say('Consulting hours', 'Sprechzeiten')
    const [doctor, room] = [say('Doctor', 'Arzt'), say('Room', 'Raum')]
    const variant = { resourceSelection: 'one_per_type', resources: ['doctor-1', 'doctor-2', 'room-1', 'room-2'] }
    return {
      hours,
      schedules: [
        { name: hours, timeZone, weeklyHours: week([1, 2, 3, 4, 5], ['08:00', '12:00'], ['13:00', '17:00']) },
      ],
      resourceTypes: [
        { name: doctor, kind: 'person', icon: 'person' },
        { name: room, kind: 'space', icon: 'room', sortOrder: 1 },
      ],
      resources: [
        { name: `${doctor} 1`, code: 'doctor-1', resourceTypeId: doctor, capacity: 1, scheduleId: hours },
        { name: `${doctor} 2`, code: 'doctor-2', resourceTypeId: doctor, capacity: 1, scheduleId: hours, sortOrder: 1 },
        { name: `${room} 1`, code: 'room-1', resourceTypeId: room, capacity: 1, scheduleId: hours, sortOrder: 2 },
        { name: `${room} 2`, code: 'room-2', resourceTypeId: room, capacity: 1, scheduleId: hours, sortOrder: 3 },
      ],
      channels: [website],
      catalogItems: [
        {
          ...{ name: say('Consultation', 'Sprechstunde'), slug: 'consultation', status: 'active' },
          variants: [
            { ...variant, name: say('First visit', 'Erster Besuch'), durationMinutes: 60, price: price(0) },
            { ...variant, name: say('Follow-up', 'Folgetermin'), durationMinutes: 30, price: price(0), sortOrder: 1 },
          ],
        },
      ],
      resourceRules: [
        {
          ...{
            name: say('New patients are approved', 'Neue Patienten werden bestätigt'),
            ruleType: 'approval_required',
          },
          ...{ parameters: { newCustomersOnly: true }, applyToAllResources: true },
        },
        {
          ...{ name: say('Cancel a day before', 'Absagen bis zum Vortag'), ruleType: 'cancellation_notice' },
          ...{ parameters: { minutes: 1440, appliesTo: 'both' }, applyToAllResources: true },
        },
      ],
    }
  },
}

const rental: Template = {
  name: ['Boat rental', 'Bootsverleih'],
  description: [
    'A pool of ten boats, by two hours or by the day.',
    'Zehn Boote, für zwei Stunden oder den ganzen Tag.',
  ],
  document: ({ say, price, timeZone }) => {
    const hours = say('Rental hours', 'Verleihzeiten')
    const type = say('Boat', 'Boot')
    const variant = { capacityMode: 'pooled', maxQuantity: 6, pricingUnit: 'per_unit', resources: ['boats'] }
    return {
      hours,
      schedules: [{ name: hours, timeZone, weeklyHours: week(all, ['09:00', '19:00']) }],
      resourceTypes: [{ name: type, kind: 'equipment', icon: 'boat' }],
      resources: [
        {
          name: say('Rowing boats', 'Ruderboote'),
          code: 'boats',
          resourceTypeId: type,
          capacity: 10,
          scheduleId: hours,
        },
      ],
      channels: [website],
      catalogItems: [
        {
          ...{ name: say('Rowing boat', 'Ruderboot'), slug: 'rowing-boat', status: 'active' },
          variants: [
            {
              ...variant,
              name: say('2 hours', '2 Stunden'),
              durationMinutes: 120,
              slotIntervalMinutes: 30,
              price: price(20),
            },
            {
              ...{ ...variant, name: say('Day', 'Tag'), durationType: 'daily', minDays: 1, maxDays: 7 },
              ...{ dayStartTime: '10:00', dayEndTime: '10:00', price: price(60), sortOrder: 1 },
            },
          ],
        },
      ],
      resourceRules: [
        {
          ...{ name: say('90 days ahead', '90 Tage im Voraus'), ruleType: 'max_advance', parameters: { days: 90 } },
          applyToAllResources: true,
        },
      ],
    }
  },
}

const tours: Template = {
  name: ['Guided tours', 'Stadtführungen'],
  description: [
    'Departures at the weekend with a guide and a bus, twelve places each.',
    'Touren am Wochenende mit Guide und Bus, je zwölf Plätze.',
  ],
  document: ({ say, price, timeZone }) => {
    const hours = say('Departures', 'Abfahrten')
    const [guide, bus] = [say('Guide', 'Guide'), say('Bus', 'Bus')]
    return {
      hours,
      schedules: [
        {
          ...{ name: hours, timeZone, mode: 'timeslots', slotDurationMinutes: 120, slotCapacity: 12 },
          weeklyHours: week([6, 7], ['10:00', '12:00'], ['14:00', '16:00']),
        },
      ],
      resourceTypes: [
        { name: guide, kind: 'person', icon: 'person' },
        { name: bus, kind: 'vehicle', icon: 'car', sortOrder: 1 },
      ],
      resources: [
        { name: `${guide} 1`, code: 'guide-1', resourceTypeId: guide, capacity: 12, scheduleId: hours },
        { name: `${bus} 1`, code: 'bus-1', resourceTypeId: bus, capacity: 20, scheduleId: hours, sortOrder: 1 },
      ],
      channels: [
        website,
        { name: say('Partner', 'Partner'), code: 'partner', kind: 'partner' },
        { name: say('Walk-in', 'Laufkundschaft'), code: 'walk-in', kind: 'walk_in' },
      ],
      catalogItems: [
        {
          ...{ name: say('City tour', 'Stadtrundfahrt'), slug: 'city-tour', status: 'active' },
          variants: [
            {
              ...{ name: say('Seat', 'Platz'), durationMinutes: 120, capacityMode: 'session', maxQuantity: 8 },
              ...{ pricingUnit: 'per_unit', price: price(25), resourceSelection: 'one_per_type', scheduleId: hours },
              resources: ['guide-1', 'bus-1'],
            },
          ],
        },
      ],
      resourceRules: [
        {
          ...{
            name: say('An hour before', 'Bis eine Stunde vorher'),
            ruleType: 'min_notice',
            parameters: { minutes: 60 },
          },
          ...{ applyToAllResources: true, channelIds: ['website'] },
        },
        {
          ...{ name: say('Partners: half a day before', 'Partner: einen halben Tag vorher'), ruleType: 'min_notice' },
          ...{ parameters: { minutes: 720 }, applyToAllResources: true, channelIds: ['partner'] },
        },
      ],
    }
  },
}

const coworking: Template = {
  name: ['Coworking', 'Coworking'],
  description: [
    'Twenty desks and a meeting room by the half hour.',
    'Zwanzig Plätze und ein Besprechungsraum, halbstundenweise.',
  ],
  document: ({ say, price, timeZone }) => {
    const hours = say('House hours', 'Hauszeiten')
    const [desk, room] = [say('Desk', 'Platz'), say('Room', 'Raum')]
    return {
      hours,
      schedules: [{ name: hours, timeZone, weeklyHours: week(all, ['07:00', '22:00']) }],
      resourceTypes: [
        { name: desk, kind: 'space', icon: 'chair' },
        { name: room, kind: 'space', icon: 'room', sortOrder: 1 },
      ],
      resources: [
        { name: say('Desks', 'Arbeitsplätze'), code: 'desks', resourceTypeId: desk, capacity: 20, scheduleId: hours },
        {
          name: say('Meeting room', 'Besprechungsraum'),
          code: 'meeting-room',
          resourceTypeId: room,
          capacity: 1,
          scheduleId: hours,
          sortOrder: 1,
        },
      ],
      channels: [{ name: say('Day pass', 'Tageskarte'), code: 'day-pass', kind: 'online', hasPage: true }],
      catalogItems: [
        {
          ...{ name: say('Desk', 'Arbeitsplatz'), slug: 'desk', status: 'active' },
          variants: [
            {
              ...{
                name: say('Half a day', 'Halber Tag'),
                durationMinutes: 240,
                slotIntervalMinutes: 30,
                capacityMode: 'pooled',
              },
              ...{ maxQuantity: 4, pricingUnit: 'per_unit', price: price(15), resources: ['desks'] },
            },
          ],
        },
        {
          ...{ name: say('Meeting room', 'Besprechungsraum'), slug: 'meeting-room', status: 'active', sortOrder: 1 },
          variants: [
            {
              ...{
                name: say('By the half hour', 'Halbstundenweise'),
                durationType: 'flexible',
                minDurationMinutes: 30,
              },
              ...{ maxDurationMinutes: 480, durationStepMinutes: 30, slotIntervalMinutes: 30, pricingUnit: 'per_hour' },
              ...{ price: price(20), resources: ['meeting-room'] },
            },
          ],
        },
      ],
      resourceRules: [
        {
          ...{
            name: say('Ten hours a month', 'Zehn Stunden im Monat'),
            ruleType: 'booking_limit',
            resourceTypeIds: [room],
          },
          parameters: { max: 600, measure: 'minutes', period: 'month', subject: 'customer' },
        },
        {
          ...{ name: say('Staffed hours', 'Besetzte Zeiten'), ruleType: 'opening_hours', channelIds: ['day-pass'] },
          ...{ applyToAllResources: true, parameters: { weeklyHours: week([1, 2, 3, 4, 5], ['09:00', '18:00']) } },
        },
      ],
    }
  },
}

const sports: Template = {
  name: ['Sports court', 'Sportplatz'],
  description: [
    'A court that is booked whole or by halves, on the hour.',
    'Ein Platz, ganz oder halb, zu jeder vollen Stunde.',
  ],
  document: ({ say, price, timeZone }) => {
    const hours = say('Court hours', 'Platzzeiten')
    const type = say('Court', 'Platz')
    return {
      hours,
      schedules: [{ name: hours, timeZone, weeklyHours: week(all, ['08:00', '22:00']) }],
      resourceTypes: [{ name: type, kind: 'space', icon: 'court' }],
      resources: [
        { name: say('Court', 'Ganzer Platz'), code: 'court', resourceTypeId: type, capacity: 1, scheduleId: hours },
        {
          name: say('Half A', 'Hälfte A'),
          code: 'half-a',
          resourceTypeId: type,
          capacity: 1,
          scheduleId: hours,
          parentResourceId: 'court',
          sortOrder: 1,
        },
        {
          name: say('Half B', 'Hälfte B'),
          code: 'half-b',
          resourceTypeId: type,
          capacity: 1,
          scheduleId: hours,
          parentResourceId: 'court',
          sortOrder: 2,
        },
      ],
      channels: [{ name: say('Members', 'Mitglieder'), code: 'members', kind: 'online', hasPage: true }],
      catalogItems: [
        {
          ...{ name: say('Court', 'Platz'), slug: 'court', status: 'active' },
          variants: [
            {
              name: say('Whole court', 'Ganzer Platz'),
              durationMinutes: 60,
              slotIntervalMinutes: 60,
              price: price(40),
              resources: ['court'],
            },
            {
              name: say('Half', 'Hälfte'),
              durationMinutes: 60,
              slotIntervalMinutes: 60,
              price: price(25),
              resources: ['half-a', 'half-b'],
              sortOrder: 1,
            },
          ],
        },
      ],
      resourceRules: [
        {
          ...{ name: say('On the hour', 'Zur vollen Stunde'), ruleType: 'start_interval', resourceTypeIds: [type] },
          parameters: { intervalMinutes: 60, offsetMinutes: 0 },
        },
        {
          name: say('No short gaps', 'Keine kurzen Lücken'),
          ruleType: 'min_gap',
          resourceTypeIds: [type],
          parameters: { minutes: 30 },
        },
        {
          ...{
            name: say('Two weeks ahead', 'Zwei Wochen im Voraus'),
            ruleType: 'max_advance',
            parameters: { days: 14 },
          },
          resourceIds: ['half-a', 'half-b'],
        },
        {
          ...{
            name: say('Whole court: four weeks ahead', 'Ganzer Platz: vier Wochen im Voraus'),
            ruleType: 'max_advance',
          },
          ...{ parameters: { days: 28 }, resourceIds: ['court'] },
        },
      ],
    }
  },
}

export const templates: Readonly<Record<string, Template>> = { salon, clinic, rental, tours, coworking, sports }

/** 35 is 3500 minor units with 2 decimals or none, 35000 with 3. */
const minorUnits = (units: number, currency: string): number => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  return units * (digits === 3 ? 1000 : 100)
}

export const wordsFor = (locale: string, currency: string, timeZone: string): Words => ({
  say: (en, de) => (({ en, de }) satisfies Readonly<Record<Locale, string>>)[spokenLocale(locale)],
  price: units => ({ amount: minorUnits(units, currency), currency }),
  timeZone,
})

export const documentFor = (template: Template, words: Words): SetupDocument => {
  const { hours, ...sections } = template.document(words)
  return { format: 'slotwise.setup', formatVersion: 1, tenant: { defaultScheduleId: hours }, ...sections }
}
