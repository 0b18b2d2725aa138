import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { deadLetters } from '../../../src/resources/deadLetters'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()
const at = '2026-03-02T09:00:00.000Z'
const letter = (id: string, values: object) => ({
  ...{ id, version: 1, attempts: 7, status: 'dead', failedAt: at, createdAt: at, updatedAt: at },
  ...values,
})

it('says in words what was given up and why, and leaves alone what a mail server said', async () => {
  const records = [
    letter('a', { queue: 'webhook', subjectType: 'webhookDeliveries', lastError: 'status (404)' }),
    letter('b', { queue: 'busy_import', subjectType: 'busyCalendars', lastError: 'Holidays: timeout' }),
    letter('c', { queue: 'mail', subjectType: 'notifications', lastError: '550 no such user' }),
  ]
  server.use(
    http.get(`${apiUrl}/dead-letters`, () => HttpResponse.json(records, { headers: { 'X-Total-Count': '3' } })),
  )
  renderScreens({ path: '/settings/problems/', resources: [deadLetters], role: 'owner' })
  expect(await screen.findByText('It answered an error (404)')).toBeInTheDocument()
  expect(await screen.findByText('Delivery')).toBeInTheDocument()
  expect(screen.getByText('Holidays: Too slow')).toBeInTheDocument()
  expect(screen.getByText('Busy Calendar')).toBeInTheDocument()
  expect(screen.getByText('550 no such user')).toBeInTheDocument()
  expect(screen.getByText('Message')).toBeInTheDocument()
})

it('is titled by what was not done, in words, and says what to do', async () => {
  const record = letter('a', { queue: 'mail', subjectType: 'notifications', lastError: '550 no such user' })
  server.use(
    http.get(`${apiUrl}/dead-letters`, () => HttpResponse.json([record], { headers: { 'X-Total-Count': '1' } })),
    http.get(`${apiUrl}/dead-letters/a`, () => HttpResponse.json(record)),
  )
  const { user } = renderScreens({ path: '/settings/problems/', resources: [deadLetters], role: 'owner' })
  await user.click(await screen.findByRole('link', { name: 'A mail was not sent' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('heading', { name: 'A mail was not sent' })).toBeInTheDocument()
  expect(dialog.getByText(/try again, or discard it/)).toBeInTheDocument()
  expect(dialog.getByText('550 no such user')).toBeInTheDocument()
})
