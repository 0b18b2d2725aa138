import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { channels } from '../../../src/resources/channels'
import type { FieldKind } from '../../../src/schema'
import { apiUrl, startNetwork } from '../support'
import { channel, channelsApi } from './support/channelsApi'
import { renderScreens } from './support/renderScreens'
import { samples } from './support/samples'

const server = startNetwork()
const phone = channel({ name: 'Phone' })
const web = channel({ name: 'Website' })

/** A value of a field that holds pictures or files. */
const stored = (kind: FieldKind, which: 'old' | 'new', name: string | null = null) => ({
  id: which === 'old' ? phone.id : web.id,
  url: `/files/tenant/${which}`,
  size: 2048,
  ...(kind === 'image'
    ? { alt: '', type: 'image/gif', width: 1, height: 1 }
    : { name: name ?? '', type: 'application/pdf' }),
})

const upload =
  (label: string, file: File): Enter =>
  async (dialog, user) => {
    await user.upload(await dialog.findByLabelText(label), file)
    expect(await dialog.findByText(`${file.name} has been uploaded`)).toBeInTheDocument()
  }

const open = (kind: FieldKind, value: unknown) => {
  const record = { ...channel({ name: 'One' }), type: 'plain', value }
  const sent: unknown[] = []
  const queries: URLSearchParams[] = []
  const path = `${apiUrl}/samples/${kind}`
  server.use(
    ...channelsApi([phone, web]).handlers,
    http.get(path, ({ request }) => {
      queries.push(new URL(request.url).searchParams)
      return HttpResponse.json([record], { headers: { 'X-Total-Count': '1' } })
    }),
    http.get(`${path}/:id`, () => HttpResponse.json(record)),
    // The bytes get lost between jsdom and the network's edge; a real browser sends them in tests/e2e/files.spec.ts.
    http.post(`${apiUrl}/uploads/${kind}-samples/value`, ({ request }) => {
      const name = new URL(request.url).searchParams.get('name')
      return HttpResponse.json(stored(kind, 'new', name), { status: 201 })
    }),
    http.patch(`${path}/:id`, async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return HttpResponse.json({ ...record, ...body, version: 2 })
    }),
  )
  return { sent, queries, ...renderScreens({ path: `/samples/${kind}/`, resources: [samples[kind], channels] }) }
}

type Enter = (dialog: ReturnType<typeof within>, user: UserEvent) => Promise<unknown>

const type =
  (text: string): Enter =>
  async (dialog, user) => {
    const input = await dialog.findByLabelText('Value')
    await user.clear(input)
    await user.type(input, text)
  }
const pick =
  (option: string): Enter =>
  async (dialog, user) => {
    await user.click(await dialog.findByRole('combobox', { name: 'Value' }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
const find =
  (text: string, option: string | RegExp): Enter =>
  async (dialog, user) => {
    const input = await dialog.findByRole('combobox', { name: 'Value' })
    await user.clear(input)
    await user.type(input, text)
    await user.click(await screen.findByRole('option', { name: option }))
  }
interface Case {
  value: unknown
  /** What the cell shows. */
  shown: string | RegExp
  /** What its picture shows. */
  picture?: string
  enter: Enter
  /** What is sent afterwards. */
  sent: unknown
}

const cases: Readonly<Record<Exclude<FieldKind, 'count' | 'metadata'>, Case>> = {
  text: { value: 'Old', shown: 'Old', enter: type(' New '), sent: 'New' },
  longText: { value: 'Old', shown: 'Old', enter: type('One{Enter}Two'), sent: 'One\nTwo' },
  email: { value: 'a@example.test', shown: 'a@example.test', enter: type('B@Example.test'), sent: 'b@example.test' },
  phone: { value: '+4930123456', shown: '+4930123456', enter: type('0049 (30) 654-321'), sent: '+4930654321' },
  url: { value: 'https://a.test/', shown: 'a.test', enter: type('https://b.test/x'), sent: 'https://b.test/x' },
  slug: { value: 'old-one', shown: 'old-one', enter: type('New-One'), sent: 'new-one' },
  color: { value: '#1A73E8', shown: '#1A73E8', enter: type('#00ff00'), sent: '#00ff00' },
  choice: { value: 'red', shown: 'Red', enter: pick('Dark blue'), sent: 'dark_blue' },
  // A list marks only what differs from the default.
  flag: {
    value: true,
    shown: 'Value',
    enter: async (dialog, user) => user.click(await dialog.findByRole('switch', { name: 'Value' })),
    sent: false,
  },
  integers: {
    value: [5, 60],
    shown: '5, 60',
    enter: async (dialog, user) => user.type(await dialog.findByLabelText('Value'), '90{Enter}'),
    sent: [5, 60, 90],
  },
  integer: { value: 1200, shown: '1,200', enter: type('-7'), sent: -7 },
  decimal: {
    value: '12345678901234567890.10',
    shown: '12,345,678,901,234,567,890.10',
    enter: type('-7,5'),
    sent: '-7.50',
  },
  percent: { value: '12.5', shown: '12.5%', enter: type('99'), sent: '99.0' },
  dateRange: {
    value: { start: '2026-03-02', end: '2026-03-08' },
    shown: 'Mar 2, 2026 – Mar 8, 2026',
    enter: async dialog => {
      fireEvent.change(await dialog.findByLabelText('First day'), { target: { value: '2026-03-08' } })
    },
    sent: { start: '2026-03-08', end: '2026-03-08' },
  },
  geo: {
    value: { lat: 52.520008, lng: 13.404954 },
    shown: '52.520008, 13.404954',
    enter: type('-33.8567844, 151.2152967'),
    sent: { lat: -33.856784, lng: 151.215297 },
  },
  image: {
    value: { ...stored('image', 'old'), alt: 'A cat' },
    shown: /^$/,
    picture: 'A cat',
    enter: async (dialog, user) => {
      await upload('Replace', new File(['four'], 'dog.gif', { type: 'image/gif' }))(dialog, user)
      const alt = dialog.getByRole('textbox', { name: 'What the picture shows' })
      await user.clear(alt)
      await user.type(alt, 'A dog')
    },
    sent: { ...stored('image', 'new'), alt: 'A dog' },
  },
  file: {
    value: stored('file', 'old', 'old.pdf'),
    shown: 'old.pdf',
    enter: upload('Replace', new File(['five!'], 'new.pdf', { type: 'application/pdf' })),
    sent: stored('file', 'new', 'new.pdf'),
  },
  minutes: { value: 90, shown: '1 hr 30 min', enter: type('45'), sent: 45 },
  weekday: { value: 1, shown: 'Monday', enter: pick('Sunday'), sent: 7 },
  weekdays: {
    value: [1, 3],
    shown: 'Mon, Wed',
    enter: async (dialog, user) => {
      await user.click(await dialog.findByRole('button', { name: 'Sunday', pressed: false }))
      await user.click(dialog.getByRole('button', { name: 'Monday', pressed: true }))
    },
    sent: [3, 7],
  },
  choices: {
    value: ['north', 'west'],
    shown: 'North; West',
    enter: async (dialog, user) => {
      await user.click(await dialog.findByRole('checkbox', { name: 'Far south', checked: false }))
      await user.click(dialog.getByRole('checkbox', { name: 'North', checked: true }))
    },
    sent: ['far_south', 'west'],
  },
  money: {
    value: { amount: 1250, currency: 'EUR' },
    shown: '€12.50',
    enter: type('7,5'),
    sent: { amount: 750, currency: 'EUR' },
  },
  currency: { value: 'EUR', shown: 'EUR – Euro', enter: find('yen', 'JPY – Japanese Yen'), sent: 'JPY' },
  timezone: {
    value: 'Europe/Berlin',
    shown: /^Europe\/Berlin \((CET|CEST), UTC\+0[12]:00\)$/,
    enter: find('new y', /^America\/New_York/),
    sent: 'America/New_York',
  },
  country: { value: 'FR', shown: 'France', enter: find('germ', 'Germany'), sent: 'DE' },
  locale: { value: 'en', shown: 'English', enter: pick('Deutsch'), sent: 'de' },
  localDate: { value: '2026-03-02', shown: 'Mar 2, 2026', enter: type('12/24/2026'), sent: '2026-12-24' },
  localTime: { value: '09:00', shown: '09:00', enter: type('930'), sent: '09:30' },
  // The tenant is in Berlin: 11:00 in winter is 10:00 UTC.
  instant: {
    value: '2019-03-02T09:00:00.000Z',
    shown: 'Mar 2, 2019, 10:00',
    enter: async (dialog, user) => {
      const date = await dialog.findByLabelText('Date')
      await user.clear(date)
      await user.type(date, 'mar 2, 2026')
      const time = dialog.getByLabelText('Time')
      await user.clear(time)
      await user.type(time, '11')
    },
    sent: '2026-03-02T10:00:00.000Z',
  },
  tags: {
    value: ['red'],
    shown: 'red',
    enter: async (dialog, user) => user.type(await dialog.findByLabelText('Value'), 'blue{Enter}'),
    sent: ['red', 'blue'],
  },
  reference: { value: phone.id, shown: 'Phone', enter: find('Web', 'Website'), sent: web.id },
  references: { value: [phone.id], shown: 'Phone', enter: find('Web', 'Website'), sent: [phone.id, web.id] },
  weeklyHours: {
    value: [1, 2, 3].map(dayOfWeek => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
    shown: 'Mon–Wed 09:00–17:00',
    enter: async (dialog, user) => {
      const until = await dialog.findByRole('textbox', { name: 'Monday, to' })
      await user.clear(until)
      await user.type(until, '2')
      await user.click(dialog.getByRole('button', { name: /^Remove Wednesday/ }))
      expect(dialog.getByText('until 02:00 on Tuesday')).toBeInTheDocument()
    },
    sent: [
      { dayOfWeek: 1, startTime: '09:00', endTime: '02:00' },
      { dayOfWeek: 2, startTime: '09:00', endTime: '17:00' },
    ],
  },
  dateOverrides: {
    value: [
      {
        startDate: '2099-12-24',
        endDate: '2099-12-26',
        isClosed: true,
        hours: [],
        repeatsYearly: false,
        label: 'Christmas',
      },
    ],
    shown: 'Dec 24, 2099 – Dec 26, 2099 · Closed · Christmas',
    enter: async (dialog, user) => {
      await user.click(await dialog.findByRole('button', { name: /Christmas.*Closed/, expanded: false }))
      await user.click(dialog.getByRole('radio', { name: 'Other hours' }))
      const from = dialog.getByRole('textbox', { name: 'Christmas, from' })
      await user.clear(from)
      await user.type(from, '1030')
      await user.click(dialog.getByRole('checkbox', { name: 'Repeats every year' }))
    },
    sent: [
      {
        startDate: '2099-12-24',
        endDate: '2099-12-26',
        isClosed: false,
        hours: [{ startTime: '10:30', endTime: '17:00' }],
        repeatsYearly: true,
        label: 'Christmas',
      },
    ],
  },
  group: {
    value: { street: 'Quay 1', city: null },
    shown: 'Street' + 'Quay 1',
    enter: async (dialog, user) => user.type(await dialog.findByRole('textbox', { name: 'City' }), 'Kiel'),
    sent: { street: 'Quay 1', city: 'Kiel' },
  },
  items: {
    value: [{ size: 'large', note: 'First' }],
    shown: 'LargeNoteFirst',
    enter: async (dialog, user) => {
      await user.click(await dialog.findByRole('button', { name: 'Add Box' }))
      const second = within(dialog.getByRole('region', { name: 'Box 2' }))
      await user.type(await second.findByRole('textbox', { name: 'Note' }), 'Second')
      await user.click(second.getByRole('button', { name: 'Move Box 2 up' }))
    },
    sent: [
      { size: 'small', note: 'Second' },
      { size: 'large', note: 'First' },
    ],
  },
  typed: {
    value: { colour: 'Blue' },
    shown: 'ShadeBlue',
    enter: async (dialog, user) => {
      const shade = await dialog.findByRole('textbox', { name: 'Shade' })
      await user.clear(shade)
      await user.type(shade, 'Red')
    },
    sent: { colour: 'Red' },
  },
}

describe('a field of kind', () => {
  it.each(Object.entries(cases))(
    '%s shows its value and takes another',
    async (kind, { value, shown, picture, enter, sent }) => {
      const opened = open(kind as FieldKind, value)
      await waitFor(() => expect(screen.getAllByRole('cell').at(-1)).toHaveTextContent(shown))
      if (picture) expect(await screen.findByRole('img', { name: picture })).toBeInTheDocument()
      await opened.user.click(screen.getByRole('link', { name: 'One' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Sample' }))
      await enter(dialog, opened.user)
      await opened.user.click(await dialog.findByRole('button', { name: 'Save' }))
      await screen.findByText('Sample updated successfully')
      expect(opened.sent).toEqual([{ value: sent }])
    },
  )

  it('count shows what the server counted', async () => {
    open('count', 12)
    await waitFor(() => expect(screen.getAllByRole('cell').at(-1)).toHaveTextContent('12'))
  })

  it('metadata shows what another program wrote', async () => {
    open('metadata', { order: 'A-1', table: '7' })
    await waitFor(() => expect(screen.getAllByRole('cell').at(-1)).toHaveTextContent('order: A-1, table: 7'))
  })

  const emptied: FieldKind[] = ['text', 'integer', 'money', 'localDate', 'reference', 'choice']
  it.each(emptied)('%s is null when it is emptied', async kind => {
    const { value } = cases[kind as keyof typeof cases]
    const opened = open(kind, value)
    await opened.user.click(await screen.findByRole('link', { name: 'One' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Sample' }))
    if (kind === 'choice') await pick('None')(dialog, opened.user)
    else await opened.user.clear(await dialog.findByLabelText('Value'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Sample updated successfully')
    expect(opened.sent).toEqual([{ value: null }])
  })
})

it('a picture that is deleted meanwhile is told of in words', async () => {
  open('image', cases.image.value)
  fireEvent.error(await screen.findByRole('img', { name: 'A cat' }))
  expect(await screen.findByText('A cat (a picture that is deleted now)')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'A cat' })).not.toBeInTheDocument()
})

describe('a filter of kind', () => {
  const box = (name: string) => async (user: UserEvent) => user.click(await screen.findByRole('checkbox', { name }))
  const radio = (name: string) => async (user: UserEvent) => user.click(await screen.findByRole('radio', { name }))
  const search = (text: string, option: string | RegExp) => async (user: UserEvent) => {
    await user.type(await screen.findByRole('combobox'), text)
    await user.click(await screen.findByRole('option', { name: option }))
  }
  const dates = async () => {
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-03-01' } })
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2026-03-31' } })
  }
  const words = (typed: string) => async (user: UserEvent) => user.type(await screen.findByRole('textbox'), typed)
  const limits = (from: string, to: string) => async (user: UserEvent) => {
    if (from) await user.type(await screen.findByLabelText('From'), from)
    if (to) await user.type(await screen.findByLabelText('To'), to)
  }
  const span = { query: { valueFrom: '2026-03-01', valueTo: '2026-04-01' }, said: 'Mar 1, 2026 – Mar 31, 2026' }

  const filters = [
    ['choice', box('Dark blue'), { value: 'dark_blue' }, 'Dark blue'],
    ['flag', radio('No'), { value: 'false' }, 'No'],
    ['image', radio('No'), { value: 'false' }, 'No'],
    ['file', radio('Yes'), { value: 'true' }, 'Yes'],
    ['geo', radio('Yes'), { value: 'true' }, 'Yes'],
    ['weekday', radio('Sunday'), { value: '7' }, 'Sunday'],
    ['locale', radio('Deutsch'), { value: 'de' }, 'Deutsch'],
    ['integer', limits('12', '1300'), { valueFrom: '12', valueTo: '1300' }, '12 – 1,300'],
    ['count', limits('1', '12'), { valueFrom: '1', valueTo: '12' }, '1 – 12'],
    ['decimal', limits('1,5', '2000.25'), { valueFrom: '1.5', valueTo: '2000.25' }, '1.50 – 2,000.25'],
    ['percent', limits('', '50'), { valueTo: '50' }, '≤ 50%'],
    ['dateRange', dates, span.query, span.said],
    ['minutes', limits('60', ''), { valueFrom: '60' }, '≥ 1 hr'],
    ['money', limits('', '7,5'), { valueTo: '750', valueCurrency: 'EUR' }, '≤ €7.50'],
    ['text', words('sol'), { value: 'sol' }, '“sol”'],
    ['longText', words('sol'), { value: 'sol' }, '“sol”'],
    ['email', words('@b'), { value: '@b' }, '“@b”'],
    ['phone', words('+49'), { value: '+49' }, '“\\+49”'],
    ['url', words('b.test'), { value: 'b.test' }, '“b.test”'],
    ['slug', words('old'), { value: 'old' }, '“old”'],
    ['tags', words('red'), { value: 'red' }, 'red'],
    ['country', search('germ', 'Germany'), { value: 'DE' }, 'Germany'],
    ['currency', search('euro', 'EUR – Euro'), { value: 'EUR' }, 'EUR – Euro'],
    ['timezone', search('berl', /Berlin/), { value: 'Europe/Berlin' }, 'Europe/Berlin'],
    ['reference', search('Web', 'Website'), { value: web.id }, 'Website'],
    ['references', search('Web', 'Website'), { value: web.id }, 'Website'],
    ['localDate', dates, span.query, span.said],
    ['instant', dates, span.query, span.said],
  ] as const

  it('is tried for every kind that has one', () => {
    const kinds = Object.values(samples).flatMap(({ list, fields }) =>
      list.filters?.length ? [fields.value.kind] : [],
    )
    expect(filters.map(([kind]) => kind).sort()).toEqual(kinds.sort())
  })

  it.each(filters)('%s reaches the API and says what it is set to', async (kind, enter, query, said) => {
    const { user, queries } = open(kind, kind === 'count' ? 12 : cases[kind].value)
    await user.click(await screen.findByRole('button', { name: 'Value', expanded: false }))
    await enter(user)
    await waitFor(() => expect(Object.fromEntries(queries.at(-1) ?? [])).toMatchObject(query))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: new RegExp(`^Value: ${said}`) })).toBeInTheDocument()
  })
})
