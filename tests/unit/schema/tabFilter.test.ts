import { expect, it } from 'vitest'
import { dateRange, defineResource, instant, localDate, text } from '../../../src/schema'
import { tabFilter } from '../../../src/schema/tabFilter'

const visits = defineResource({
  name: 'visits',
  label: ['Visit', 'Visits'],
  icon: 'event',
  scope: 'tenant',
  api: '/visits',
  access: { read: 'viewer', write: 'staff' },
  fields: { name: text({ required: true }), at: instant(), dueOn: localDate(), away: dateRange() },
  represent: 'name',
  list: { columns: ['name'], filters: ['name', 'at', 'dueOn', 'away'], sort: 'name' },
  form: ['name'],
})

// A Saturday, in the last week of its month.
const on = (filter: Record<string, string>) =>
  tabFilter(visits, { label: 'Tab', filter }, '2026-02-28', '2026-02-28T09:30:00.000Z')

it.each<[Record<string, string>, Record<string, string>]>([
  [{ at: 'today' }, { atFrom: '2026-02-28', atTo: '2026-03-01' }],
  [{ at: 'tomorrow' }, { atFrom: '2026-03-01', atTo: '2026-03-02' }],
  [{ dueOn: 'yesterday' }, { dueOnFrom: '2026-02-27', dueOnTo: '2026-02-28' }],
  [{ dueOn: 'week' }, { dueOnFrom: '2026-02-23', dueOnTo: '2026-03-02' }],
  [{ away: 'month' }, { awayFrom: '2026-02-01', awayTo: '2026-03-01' }],
  [
    { atFrom: 'today', atTo: '+7d' },
    { atFrom: '2026-02-28', atTo: '2026-03-07' },
  ],
  [{ atFrom: 'now' }, { atFrom: '2026-02-28T09:30:00.000Z' }],
  [{ atFrom: '-14d' }, { atFrom: '2026-02-14' }],
  [{ atTo: '2026-05-01' }, { atTo: '2026-05-01' }],
  [{ name: 'today' }, { name: 'today' }],
])('%o asks for %o', (declared, asked) => {
  expect(on(declared)).toEqual(asked)
})
