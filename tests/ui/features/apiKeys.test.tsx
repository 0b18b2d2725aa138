import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { DAY } from '../../../src/time/instant'
import { listOf, renderApp } from '../layout/support/renderApp'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()
const key = `sw_${'k'.repeat(49)}`

beforeEach(() => localStorage.clear())

it('a new key ends in a year, is shown once with a copy button, and stays until somebody says so', async () => {
  const bodies: Record<string, unknown>[] = []
  let kept: object[] = []
  server.use(
    http.get(`${apiUrl}/api-keys`, () => listOf(kept)),
    http.get(`${apiUrl}/channels`, () => listOf([])),
    http.post(`${apiUrl}/api-keys`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      bodies.push(body)
      const at = '2026-01-01T00:00:00.000Z'
      const made = {
        id: 'k1',
        ...body,
        ...{ channelId: null, prefix: key.slice(0, 11), lastUsedAt: null, lastUsedIp: null, revokedAt: null },
        ...{ createdAt: at, updatedAt: at, version: 1 },
      }
      kept = [made]
      return HttpResponse.json({ ...made, key }, { status: 201 })
    }),
  )
  const { person } = renderApp(server, { path: '/settings/api-keys/', role: 'owner' })
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await person.click(await screen.findByRole('link', { name: 'New API Key' }))
  const form = within(await screen.findByRole('dialog', { name: 'New API Key' }))
  const time = await form.findByRole<HTMLInputElement>('textbox', { name: 'Time' })
  await waitFor(() => expect(time.value).toMatch(/^\d\d:\d\d$/))
  await person.type(await form.findByRole('textbox', { name: /^Name/ }), 'Website')
  await person.click(form.getByRole('checkbox', { name: 'See bookings and their history' }))
  await person.click(form.getByRole('checkbox', { name: 'See free times, the catalog and channels' }))
  await person.click(form.getByRole('button', { name: 'Save' }))

  const shown = within(await screen.findByRole('dialog', { name: 'Your new key' }))
  expect(bodies).toMatchObject([{ name: 'Website', scopes: ['availability.read', 'bookings.read'] }])
  const days = (Date.parse(String(bodies[0]?.expiresAt)) - Date.now()) / DAY
  expect(Math.abs(days - 365)).toBeLessThan(2)
  expect(shown.getByRole('textbox', { name: 'API key' })).toHaveValue(key)
  await person.click(shown.getByRole('button', { name: 'Copy' }))
  expect(written).toHaveBeenCalledWith(key)
  await person.keyboard('{Escape}')
  expect(shown.getByRole('textbox', { name: 'API key' })).toBeInTheDocument()
  await person.click(shown.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('link', { name: 'Website' })).toBeInTheDocument()
  expect(document.body.innerHTML).not.toContain(key)
})

it('a key without an end says so', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const endless = {
    ...{ id: 'k1', name: 'Website', scopes: ['bookings.read'], channelId: null, prefix: 'sw_kkkk', expiresAt: null },
    ...{ lastUsedAt: null, lastUsedIp: null, revokedAt: null, createdAt: at, updatedAt: at, version: 1 },
  }
  server.use(
    http.get(`${apiUrl}/api-keys`, () => listOf([endless])),
    http.get(`${apiUrl}/channels`, () => listOf([])),
  )
  renderApp(server, { path: '/settings/api-keys/', role: 'owner' })
  expect(await screen.findByText('No end date')).toBeInTheDocument()
})
