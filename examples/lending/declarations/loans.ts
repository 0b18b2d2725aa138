import {
  choice,
  defineResource,
  email,
  input,
  instant,
  later,
  localDate,
  longText,
  me,
  now,
  type ResourceRef,
  reference,
  setting,
  transition,
} from 'slotwise/declare'
import { borrowers } from './borrowers'
import { equipment } from './equipment'
import { lendingRules } from './lendingRules'

/** A request first; somebody decides on it, hands the item out, and takes it back. */
export const loans = defineResource({
  name: 'loans',
  label: ['Loan', 'Loans'],
  icon: 'swap',
  scope: 'tenant',
  api: '/loans',
  screens: { base: '/loans', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'staff', write: 'staff', delete: 'admin' },
  fields: {
    equipmentId: reference(() => equipment, { required: true }),
    borrowerId: reference((): ResourceRef => borrowers, { required: true }),
    startsOn: localDate({ required: true, label: 'From' }),
    endsOn: localDate({ required: true, label: 'Until', help: 'The first day on which others can have it.' }),
    status: choice(['requested', 'approved', 'lent', 'returned', 'declined'], {
      default: 'requested',
      readOnly: true,
      tones: { requested: 'waiting', approved: 'info', lent: 'good', returned: 'done', declined: 'bad' },
    }),
    decidedBy: email({ readOnly: true }),
    reason: longText({ readOnly: true, max: 300 }),
    returnedAt: instant({ readOnly: true }),
    condition: choice(['good', 'damaged'], { readOnly: true }),
  },
  represent: 'startsOn',
  noOverlap: [
    { same: ['equipmentId'], from: 'startsOn', until: 'endsOn', when: { status: ['requested', 'approved', 'lent'] } },
  ],
  actions: {
    approve: transition(
      'status',
      { from: ['requested'], to: 'approved' },
      { label: 'Approve', done: 'Approved', role: 'admin', sets: { decidedBy: me() } },
    ),
    decline: transition(
      'status',
      { from: ['requested', 'approved'], to: 'declined' },
      {
        label: 'Decline',
        done: 'Declined',
        role: 'admin',
        input: { reason: longText({ required: true, max: 300 }) },
        sets: { decidedBy: me(), reason: input('reason') },
        tone: 'danger',
      },
    ),
    handOut: transition('status', { from: ['approved'], to: 'lent' }, { label: 'Hand out', done: 'Handed out' }),
    takeBack: transition(
      'status',
      { from: ['lent'], to: 'returned' },
      {
        label: 'Take back',
        done: 'Taken back',
        input: { condition: choice(['good', 'damaged'], { default: 'good' }) },
        sets: { returnedAt: now(), condition: input('condition') },
        along: {
          by: 'equipmentId',
          of: () => equipment,
          if: { condition: ['damaged'] },
          sets: { status: 'in_repair' },
        },
      },
    ),
  },
  list: {
    columns: ['startsOn', 'endsOn', 'equipmentId', 'borrowerId', 'status'],
    filters: ['equipmentId', 'borrowerId', 'status', 'startsOn'],
    sort: '-startsOn',
    tabs: {
      open: { label: 'To decide', filter: { status: 'requested' }, sort: 'startsOn' },
      lent: { label: 'Lent', filter: { status: 'lent' }, sort: 'endsOn' },
    },
    views: {
      calendar: { from: 'startsOn', until: 'endsOn', shows: ['equipmentId', 'borrowerId'] },
      board: { by: 'status' },
    },
    cardTitle: ['equipmentId', 'borrowerId'],
  },
  form: ['equipmentId', 'borrowerId', 'startsOn', 'endsOn'],
  bounds: {
    endsOn: {
      after: 'startsOn',
      max: later(
        'startsOn',
        setting(() => lendingRules, 'maxDays'),
      ),
    },
  },
})
