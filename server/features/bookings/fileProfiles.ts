import type { ResourceHooks } from '../../serve'

const months = 'january february march april may june july august september october november december'.split(' ')

const withoutMonthName = (text: string): string => {
  const [, name = '', day = '', year, time] = /^(\p{L}+) (\d{1,2}), (\d{4}) (.+)$/u.exec(text) ?? []
  const month = months.indexOf(name.toLowerCase()) + 1
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')} ${time}` : text
}

const isYes = (text: string): boolean => /^(true|yes|1)$/i.test(text)

const statuses: Readonly<Record<string, string>> = {
  accepted: 'confirmed',
  booked: 'confirmed',
  rejected: 'declined',
  canceled: 'cancelled',
  'awaiting host': 'pending',
  tentative: 'pending',
  rescheduled: 'cancelled',
}

const status = (text: string): string => statuses[text.toLowerCase()] ?? text

const eventStatus = (text: string): string => status(text || 'confirmed')

const eventColumns = {
  Summary: 'variantId',
  Start: 'startsAt',
  End: 'endsAt',
  Status: 'status',
  Attendee: 'customerName',
  'Attendee email': 'customerEmail',
  Description: 'internalNotes',
  Created: 'bookedAt',
}

/** Other products' files of bookings (docs/moving-in/README.md). */
export const fileProfiles: ResourceHooks['profiles'] = [
  {
    name: 'Calendly',
    columns: {
      'User Name': 'resourceIds',
      'Invitee Name': 'customerName',
      'Invitee Email': 'customerEmail',
      'Text Reminder Number': 'customerPhone',
      'Event Type Name': 'variantId',
      'Start Date & Time': 'startsAt',
      'End Date & Time': 'endsAt',
      'Event Created Date & Time': 'bookedAt',
      Canceled: 'status',
      'Meeting Notes': 'internalNotes',
      'Invitee UUID': 'externalId',
    },
    known: ['Marked as No-Show'],
    rewrite: cell => ({
      ...(isYes(cell('Canceled')) && { Canceled: 'cancelled' }),
      ...(/^(false|no)$/i.test(cell('Canceled')) && {
        Canceled: isYes(cell('Marked as No-Show')) ? 'no_show' : 'confirmed',
      }),
    }),
  },
  {
    name: 'Acuity Scheduling',
    columns: {
      'Start Time': 'startsAt',
      'End Time': 'endsAt',
      'First Name': 'customerName',
      Phone: 'customerPhone',
      Email: 'customerEmail',
      Type: 'variantId',
      Calendar: 'resourceIds',
      'Appointment Price': 'total',
      'Paid?': 'paymentStatus',
      Notes: 'notes',
      'Date Scheduled': 'bookedAt',
      'Appointment ID': 'externalId',
    },
    known: ['Last Name'],
    rewrite: cell => ({
      'Start Time': withoutMonthName(cell('Start Time')),
      'End Time': withoutMonthName(cell('End Time')),
      'First Name': `${cell('First Name')} ${cell('Last Name')}`.trim(),
      'Last Name': '',
      'Date Scheduled': withoutMonthName(cell('Date Scheduled')),
      ...(isYes(cell('Paid?')) && { 'Paid?': 'paid' }),
      ...(/^no$/i.test(cell('Paid?')) && { 'Paid?': 'unpaid' }),
    }),
  },
  {
    name: 'Cal.com',
    columns: {
      'Booking UID': 'externalId',
      Status: 'status',
      'Start time': 'startsAt',
      'End time': 'endsAt',
      'Attendee name': 'customerName',
      Email: 'customerEmail',
      'Event type': 'variantId',
      Title: 'internalNotes',
    },
    rewrite: cell => ({
      Status: status(cell('Status')),
      'Attendee name': cell('Attendee name').split('; ')[0] ?? '',
      Email: cell('Email').split('; ')[0] ?? '',
    }),
  },
  {
    name: 'Easy!Appointments',
    columns: {
      id: 'externalId',
      book_datetime: 'bookedAt',
      start_datetime: 'startsAt',
      end_datetime: 'endsAt',
      notes: 'notes',
      status: 'status',
      id_users_provider: 'resourceIds',
      id_users_customer: 'customerId',
      id_services: 'variantId',
    },
    known: ['hash'],
    rewrite: cell => ({ status: status(cell('status')), notes: cell('notes').replace(/^NULL$/, '') }),
  },
  {
    name: 'LibreBooking',
    columns: {
      User: 'customerName',
      // Reserved resources become items of the same name.
      Resource: 'variantId',
      Title: 'notes',
      Begin: 'startsAt',
      End: 'endsAt',
      'Reference Number': 'externalId',
      Created: 'bookedAt',
    },
  },
  {
    name: 'Google Calendar',
    columns: { 'Google Calendar UID': 'externalId', ...eventColumns, 'Calendar name': 'resourceIds' },
    // Its appointment schedules name the customer in the title: “Cut (Ann Able)”.
    rewrite: cell => {
      const [, title, name] = /^(.+) \(([^()]+)\)$/.exec(cell('Summary')) ?? []
      const isNamed = title !== undefined && ['', cell('Attendee email')].includes(cell('Attendee'))
      return { Status: eventStatus(cell('Status')), ...(isNamed && { Summary: title, Attendee: name ?? '' }) }
    },
  },
  {
    name: 'Easy!Appointments',
    columns: { 'Easy!Appointments UID': 'externalId', ...eventColumns, Organizer: 'resourceIds' },
    rewrite: cell => ({ Status: eventStatus(cell('Status')) }),
  },
  {
    name: 'LibreBooking',
    columns: {
      'LibreBooking UID': 'externalId',
      Location: 'variantId',
      Start: 'startsAt',
      End: 'endsAt',
      Status: 'status',
      Organizer: 'customerName',
      'Organizer email': 'customerEmail',
      Summary: 'notes',
      Created: 'bookedAt',
    },
    rewrite: cell => ({ Status: eventStatus(cell('Status')) }),
  },
  {
    name: 'iCalendar',
    columns: { UID: 'externalId', ...eventColumns },
    rewrite: cell => ({ Status: eventStatus(cell('Status')) }),
  },
]
