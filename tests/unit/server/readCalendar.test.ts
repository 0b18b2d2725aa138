import { describe, expect, test } from 'vitest'
import { readCalendar } from '../../../server/features/calendarFiles/calendarThread'
import { timesIn } from '../../../server/features/calendarFiles/readCalendar.mjs'

const from = Date.parse('2026-03-01T00:00:00Z')
const to = Date.parse('2027-03-02T00:00:00Z')

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
const timesOf = (...lines: string[]) =>
  timesIn({ text: calendar(...lines), timeZone: 'Europe/Berlin', from, to, mostEvents: 5000, wants: 'times' })
    .map(([start, end]) => [start, end].map(at => new Date(at).toISOString().slice(0, 16)).join('/'))
    .sort()

/** A zone with a name that nobody knows, and the offsets of Berlin in 2026. */
const described = [
  ...['BEGIN:VTIMEZONE', 'TZID:Somewhere'],
  ...['BEGIN:STANDARD', 'DTSTART:20251026T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:20250330T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]

describe('the times of a calendar', () => {
  test.each([
    ['in UTC', ['DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z'], ['2026-03-02T09:00/2026-03-02T10:00']],
    ['without a zone', ['DTSTART:20260302T100000', 'DTEND:20260302T110000'], ['2026-03-02T09:00/2026-03-02T10:00']],
    [
      'in a named zone',
      ['DTSTART;TZID=America/New_York:20260302T100000', 'DURATION:PT90M'],
      ['2026-03-02T15:00/2026-03-02T16:30'],
    ],
    [
      'in a zone with a path before its name',
      ['DTSTART;TZID=/example.org/Europe/Berlin:20260302T100000', 'DTEND;TZID=Europe/Berlin:20260302T110000'],
      ['2026-03-02T09:00/2026-03-02T10:00'],
    ],
    [
      'of whole days, the shorter one of a change of clocks too',
      ['DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330'],
      ['2026-03-27T23:00/2026-03-29T22:00'],
    ],
    ['of one day without an end', ['DTSTART;VALUE=DATE:20260302'], ['2026-03-01T23:00/2026-03-02T23:00']],
    [
      'that began before',
      ['DTSTART:20260228T230000Z', 'DTEND:20260301T010000Z'],
      ['2026-02-28T23:00/2026-03-01T01:00'],
    ],
    ['not of what is over', ['DTSTART:20260228T220000Z', 'DTEND:20260301T000000Z'], []],
    ['not of what is too far ahead', ['DTSTART:20270302T000000Z', 'DTEND:20270302T010000Z'], []],
    ['not of what is marked as free', ['DTSTART:20260302T090000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
    ['not of what is cancelled', ['DTSTART:20260302T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
    ['not of a moment', ['DTSTART:20260302T090000Z'], []],
    [
      'across a change of clocks',
      [
        'DTSTART;TZID=Europe/Berlin:20260327T100000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXDATE;TZID=Europe/Berlin:20260328T100000',
      ],
      ['2026-03-27T09:00/2026-03-27T10:00', '2026-03-29T08:00/2026-03-29T09:00', '2026-03-30T08:00/2026-03-30T09:00'],
    ],
    [
      'that began long ago, until an instant',
      ['DTSTART;TZID=Europe/Berlin:20200106T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;UNTIL=20260309T090000Z'],
      ['2026-03-02T09:00/2026-03-02T10:00', '2026-03-09T09:00/2026-03-09T10:00'],
    ],
    [
      'with further dates and periods',
      [
        ...['DTSTART:20260302T090000Z', 'DURATION:PT1H', 'RDATE:20260304T090000Z'],
        'RDATE;VALUE=PERIOD:20260305T090000Z/20260305T120000Z',
      ],
      ['2026-03-02T09:00/2026-03-02T10:00', '2026-03-04T09:00/2026-03-04T10:00', '2026-03-05T09:00/2026-03-05T12:00'],
    ],
    [
      'of whole days that repeat, without some',
      ['DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20260303'],
      ['2026-03-01T23:00/2026-03-02T23:00', '2026-03-03T23:00/2026-03-04T23:00'],
    ],
  ])('%s', (_, lines, wanted) => {
    expect(timesOf(...event(...lines))).toEqual(wanted)
  })

  test('in a zone that the calendar describes', () => {
    const lines = [
      'DTSTART;TZID=Somewhere:20260327T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;INTERVAL=3;UNTIL=20260330T080000Z',
    ]
    expect(timesOf(...described, ...event(...lines))).toEqual([
      '2026-03-27T09:00/2026-03-27T10:00',
      '2026-03-30T08:00/2026-03-30T09:00',
    ])
  })

  test('of a series of which single dates were moved, cancelled or marked as free', () => {
    const series = event('DTSTART;TZID=Europe/Berlin:20260302T100000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4')
    const moved = event('RECURRENCE-ID:20260303T090000Z', 'DTSTART:20260310T120000Z', 'DURATION:PT2H')
    const cancelled = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20260304T100000',
      'DTSTART:20260304T090000Z',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    )
    const free = event(
      'RECURRENCE-ID:20260305T090000Z',
      'DTSTART:20260305T090000Z',
      'DURATION:PT1H',
      'TRANSP:TRANSPARENT',
    )
    expect(timesOf(...moved, ...series, ...cancelled, ...free)).toEqual([
      '2026-03-02T09:00/2026-03-02T10:00',
      '2026-03-10T12:00/2026-03-10T14:00',
    ])
  })

  test('of a series that is moved from some date on', () => {
    const series = event('DTSTART:20260302T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3')
    const later = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T090000Z',
      'DTSTART:20260303T110000Z',
      'DURATION:PT30M',
    )
    expect(timesOf(...series, ...later)).toEqual([
      '2026-03-02T09:00/2026-03-02T10:00',
      '2026-03-03T11:00/2026-03-03T11:30',
      '2026-03-04T11:00/2026-03-04T11:30',
    ])
  })

  test('with the id of a booking of ours', () => {
    const id = '0198c0de-0000-7000-8000-000000000001'
    const text = calendar(
      'BEGIN:VEVENT',
      `UID:booking-${id.toUpperCase()}`,
      'DTSTART:20260302T090000Z',
      'DURATION:PT1H',
      'END:VEVENT',
    )
    expect(timesIn({ text, timeZone: 'UTC', from, to, mostEvents: 9, wants: 'times' })[0]?.[2]).toBe(id)
  })
})

describe('a thread of its own', () => {
  const read = (text: string, timeoutMs = 10_000) =>
    readCalendar({ text, timeZone: 'Europe/Berlin', from, to, mostEvents: 5000, wants: 'times' }, { timeoutMs })

  test('answers the times', async () => {
    const text = calendar(...event('DTSTART:20260302T090000Z', 'DURATION:PT1H'))
    expect(await read(text)).toEqual({
      times: [[Date.parse('2026-03-02T09:00Z'), Date.parse('2026-03-02T10:00Z'), null]],
    })
  })

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><p>Sign in</p>'],
    ['a broken line', calendar('BEGIN:VEVENT', 'nonsense', 'END:VEVENT')],
    ['an unfinished one', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'],
    ['a contact', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Lena\r\nEND:VCARD\r\n'],
    ['an impossible time', calendar(...event('DTSTART:soon', 'DURATION:PT1H'))],
  ])('says that %s is no calendar', async (_, text) => {
    expect(await read(text)).toEqual({ error: 'no_calendar' })
  })

  test('says when there are too many', async () => {
    expect(await read(calendar(...event('DTSTART:20260302T090000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY')))).toEqual({
      error: 'too_many',
    })
  })

  test.each(['FREQ=SECONDLY', 'FREQ=MINUTELY;BYDAY=MO', 'FREQ=HOURLY;BYHOUR=1', 'FREQ=SECONDLY;COUNT=2000000000'])(
    'looks at no more dates of %s than it must to say that there are too many',
    async rule => {
      const text = calendar(...event('DTSTART:19000101T000000Z', 'DURATION:PT1S', `RRULE:${rule}`))
      expect(await read(text)).toEqual({ error: 'too_many' })
    },
  )

  test('looks at no date of a rule that ended long ago', async () => {
    const rule = 'RRULE:FREQ=SECONDLY;UNTIL=20200101T000000Z'
    const over = event('DTSTART:19700101T000000Z', 'DURATION:PT1S', rule)
    const now = event('DTSTART:20260302T090000Z', 'DURATION:PT1H')
    expect(await read(calendar(...over, ...now))).toMatchObject({ times: [expect.anything()] })
  })

  test('is ended when it takes too long', async () => {
    expect(await read(calendar('BEGIN:VEVENT', `A${';B=1'.repeat(500_000)}:x`, 'END:VEVENT'), 500)).toEqual({
      error: 'timeout',
    })
  })

  test('is ended when it takes too much memory', async () => {
    const text = calendar('BEGIN:VEVENT', 'A:\r\n'.repeat(400_000), 'END:VEVENT')
    expect(await read(text)).toEqual({ error: 'too_large' })
  })

  test('is not held up by a date that never comes', async () => {
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'
    expect(await read(calendar(...event('DTSTART:20260302T090000Z', 'DURATION:PT1H', rule)))).toMatchObject({
      times: [[Date.parse('2026-03-02T09:00Z'), Date.parse('2026-03-02T10:00Z'), null]],
    })
  })
})
