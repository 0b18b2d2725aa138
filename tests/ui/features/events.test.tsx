import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { registry } from '../../../src/resources'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()
const at = '2026-03-02T09:00:00.000Z'
const event = (id: string, type: string) => ({
  ...{ id, type, subjectType: type.split('.')[0], sequence: 1, occurredAt: at, requestId: null },
  ...{ createdAt: at, updatedAt: at, version: 1 },
})

it('calls events by their names, and offers those to filter by', async () => {
  const asked: string[] = []
  server.use(
    http.get(`${apiUrl}/events`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.getAll('type').join())
      const all = [event('a', 'booking.checked_in'), event('b', 'tax.filed')]
      return HttpResponse.json(all, { headers: { 'X-Total-Count': '2' } })
    }),
  )
  const { user } = renderScreens({ path: '/settings/events/', resources: [registry.named('events')], role: 'owner' })
  expect(await screen.findByText('Booking checked in')).toBeInTheDocument()
  // One that nobody declares any more stays as it is.
  expect(screen.getByText('tax.filed')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Type' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Customer merged' }))
  await waitFor(() => expect(asked).toContain('customer.merged'))
})
