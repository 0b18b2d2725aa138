import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import MessageLog from '../../../src/features/bookings/page/MessageLog'
import MailsPage from '../../../src/features/notifications/MailsPage'
import { notifications } from '../../../src/resources/notifications'
import { notificationTemplates } from '../../../src/resources/notificationTemplates'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
const listOf = (records: readonly object[]) =>
  HttpResponse.json(records as object[], { headers: { 'X-Total-Count': String(records.length) } })

const message = (number: number, values: object) => ({
  ...{ id: id(number), version: 1, audience: 'customer', bookingId: id(1), locale: 'en', attempts: 1, lastError: null },
  ...{ subject: 'A mail', body: '', reason: null, sentAt: null, recipient: 'clara@example.test' },
  ...{ createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' },
  dueAt: '2026-03-02T09:00:00.000Z',
  ...values,
})

const showLog = () =>
  renderScreens({
    path: '/settings/messages/',
    resources: [notifications],
    role: 'staff',
    own: { [notifications.name]: { list: () => <MessageLog of={{ bookingId: id(1) }} /> } },
  })

it('lists what was told of a booking: what, to whom, when, and why not', async () => {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(`${apiUrl}/notifications`, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return listOf([
        message(11, { key: 'booking_reminder', status: 'queued', dueAt: '2026-03-04T08:00:00.000Z' }),
        message(12, { key: 'booking_moved', status: 'suppressed', reason: 'no_address', recipient: null }),
        message(13, { key: 'booking_confirmed', status: 'sent', sentAt: '2026-03-02T09:30:00.000Z' }),
      ])
    }),
  )
  showLog()
  const log = within(await screen.findByRole('region', { name: 'Messages' }))
  const [reminder, moved, confirmed] = log.getAllByRole('listitem')
  expect(reminder).toHaveTextContent(/^Reminder · clara@example.test.*Waiting · .*Mar 4.*09:00/)
  expect(moved).toHaveTextContent(/^Booking moved.*Not sent · No e-mail address/)
  expect(confirmed).toHaveTextContent(/^Booking confirmed · clara@example.test.*Sent · .*Mar 2.*10:30/)
  // What still waits goes out by itself.
  expect(within(reminder as HTMLElement).queryByRole('button')).toBeNull()
  expect(asked[0]?.get('bookingId')).toBe(id(1))
})

it('says that nobody was told anything', async () => {
  server.use(http.get(`${apiUrl}/notifications`, () => listOf([])))
  showLog()
  expect(await screen.findByText('No mail has gone out yet.')).toBeInTheDocument()
})

it('sends a message again, shows that it waits, and says why it may not be sent', async () => {
  const sent = message(13, { key: 'booking_confirmed', status: 'sent', sentAt: '2026-03-02T09:30:00.000Z' })
  let records = [sent]
  let isOutdated = false
  server.use(
    http.get(`${apiUrl}/notifications`, () => listOf(records)),
    http.post(`${apiUrl}/notifications/${id(13)}/resend`, () => {
      if (isOutdated)
        return HttpResponse.json(
          { status: 409, code: 'wrong_status', detail: 'The booking has changed since.' },
          { status: 409 },
        )
      const again = message(14, { key: 'booking_confirmed', status: 'queued' })
      records = [again, sent]
      return HttpResponse.json(again, { status: 201 })
    }),
  )
  const { user } = showLog()
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('It is sent again')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(/Waiting/)
  isOutdated = true
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('The booking has changed since.')).toBeInTheDocument()
})

const builtIn = {
  ...{ key: 'booking_moved', audience: 'customer', locale: 'de' },
  ...{ subject: 'Verschoben: {{booking.title}}', body: 'Neu: {{booking.date}}' },
  placeholders: [{ name: 'booking.date', example: 'Montag, 2. März 2026' }],
}

interface Draft {
  key: string
  locale: string
  subject: string | null
  body: string | null
}

it('shows a mail text as it is typed, as a mail, and sends it to oneself', async () => {
  const drafts: Draft[] = []
  const tests: Draft[] = []
  server.use(
    http.get(`${apiUrl}/notification-templates/defaults`, () => HttpResponse.json([builtIn])),
    http.post(`${apiUrl}/notification-templates/preview`, async ({ request }) => {
      const draft = (await request.json()) as Draft
      drafts.push(draft)
      if (draft.body?.includes('{{nope}}')) {
        const errors = { body: 'There is no {{nope}}' }
        return HttpResponse.json(
          { status: 422, code: 'validation', detail: 'Please check: body.', errors },
          { status: 422 },
        )
      }
      return HttpResponse.json({ subject: `» ${draft.subject}`, text: `» ${draft.body}`, html: '' })
    }),
    http.post(`${apiUrl}/notification-templates/test`, async ({ request }) => {
      tests.push((await request.json()) as Draft)
      return HttpResponse.json(message(20, { key: 'booking_moved', status: 'queued' }), { status: 201 })
    }),
  )
  const { user } = renderScreens({
    path: '/settings/mail-texts/new',
    resources: [notificationTemplates],
    role: 'admin',
  })
  const preview = within(await screen.findByRole('region', { name: 'What it looks like' }))
  expect(preview.getByText('Choose a mail and a language to see it.')).toBeInTheDocument()
  const choose = async (field: RegExp, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose(/^Mail/, 'Booking moved')
  await choose(/^Language/, 'Deutsch')

  // A text of one's own begins as the built-in one.
  const body = screen.getByRole('textbox', { name: /^Text/ })
  await waitFor(() => expect(body).toHaveValue('Neu: {{booking.date}}'))
  expect(await preview.findByText('» Verschoben: {{booking.title}}')).toBeInTheDocument()
  expect(screen.getByText('{{booking.date}}', { exact: false, selector: 'code' })).toBeInTheDocument()

  await user.type(body, '!')
  expect(await preview.findByText('» Neu: {{booking.date}}!')).toBeInTheDocument()
  expect(drafts.at(-1)).toMatchObject({ key: 'booking_moved', locale: 'de' })
  await user.click(preview.getByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByText('A test is on its way to you')).toBeInTheDocument()
  expect(tests).toEqual([drafts.at(-1)])

  await user.clear(body)
  await user.type(body, '{{{{nope}}')
  expect(await preview.findByRole('alert')).toHaveTextContent('There is no {{nope}}')
})

it('says of every mail when it goes out and last did, opens the tenant’s text or begins one, and switches one off', async () => {
  const sent: unknown[] = []
  const off = { id: id(9), version: 3, notificationsOff: ['booking_moved'] }
  const mail = (key: string, values: object) => ({ key, audience: 'customer', texts: {}, lastSentAt: null, ...values })
  server.use(
    http.get(`${apiUrl}/notification-templates/overview`, () =>
      HttpResponse.json({
        mails: [
          mail('booking_confirmed', { texts: { de: id(31) }, lastSentAt: '2026-03-02T09:30:00.000Z' }),
          mail('booking_moved', {}),
          mail('staff_cancelled', { audience: 'staff' }),
        ],
      }),
    ),
    http.get(`${apiUrl}/tenants/:id`, () => HttpResponse.json(off)),
    http.patch(`${apiUrl}/tenants/:id`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...off, notificationsOff: [], version: 4 })
    }),
  )
  const { user, router } = renderScreens({
    path: '/settings/mail-texts/',
    resources: [notificationTemplates],
    role: 'owner',
    own: { [notificationTemplates.name]: { list: MailsPage } },
  })
  const customers = within(await screen.findByRole('table', { name: 'To customers' }))
  const confirmed = within(customers.getByRole('row', { name: /^Booking confirmed/ }))
  expect(confirmed.getByText('A booking is made or confirmed')).toBeInTheDocument()
  expect(confirmed.getByText(/Mar 2/)).toBeInTheDocument()
  expect(confirmed.getByRole('link', { name: 'Booking confirmed, German' })).toHaveAttribute(
    'href',
    `/settings/mail-texts/${id(31)}/edit`,
  )
  expect(within(screen.getByRole('table', { name: 'To you' })).getAllByText('Never')).toHaveLength(1)
  const moved = await customers.findByRole('switch', { name: 'Booking moved' })
  expect(moved).not.toBeChecked()
  await user.click(moved)
  await waitFor(() => expect(sent).toEqual([{ notificationsOff: [] }]))
  await user.click(customers.getByRole('link', { name: 'Booking moved, English' }))
  expect(router.state.location.pathname).toBe('/settings/mail-texts/new')
  expect(router.state.location.state).toEqual({ startingValues: { key: 'booking_moved', locale: 'en' } })
})
