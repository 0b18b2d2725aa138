import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import WebhookHealth from '../../../src/pages/webhooks/WebhookHealth'
import { registry } from '../../../src/resources'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const webhooks = registry.named('webhooks')
const server = startNetwork()
const id = '0197c0de-0000-7000-8000-00000000c001'
const secret = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IQ=='
const at = '2026-03-02T09:00:00.000Z'
const webhook = {
  ...{ id, version: 1, url: 'https://example.test/hook', description: null, events: ['booking.*'], isActive: true },
  ...{ includesPersonalData: false, disabledReason: null, failingSince: null, lastSuccessAt: at, secretHint: 'IQ==' },
  ...{ previousSecretExpiresAt: null, createdAt: at, updatedAt: at },
}

const show = () =>
  renderScreens({
    path: '/settings/webhooks/',
    resources: [webhooks],
    role: 'admin',
    own: { [webhooks.name]: { list: () => <WebhookHealth record={webhook as never} /> } },
  })

it('shows a new secret once, marks it where the clipboard may not be used, and closes on purpose only', async () => {
  server.use(
    http.get(`${apiUrl}/webhooks`, () => HttpResponse.json([webhook], { headers: { 'X-Total-Count': '1' } })),
    http.post(`${apiUrl}/webhooks/${id}/rotate-secret`, () => HttpResponse.json({ secret, previousExpiresAt: at })),
  )
  const { user } = show()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(await screen.findByRole('button', { name: 'New secret' }))
  await user.click(await screen.findByRole('button', { name: 'Make a new secret' }))
  const shown = within(await screen.findByRole('dialog', { name: 'The secret of this webhook' }))
  const field = shown.getByRole<HTMLInputElement>('textbox', { name: 'Secret' })
  expect(field).toHaveValue(secret)
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('The secret is marked; copy it with your keyboard')).toBeInTheDocument()
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(secret)
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeInTheDocument()
  expect(written).toHaveBeenLastCalledWith(secret)
  await user.keyboard('{Escape}')
  expect(field).toBeInTheDocument()
  await user.click(shown.getByRole('button', { name: 'I have kept it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.innerHTML).not.toContain(secret)
})

it('says why a test was not sent', async () => {
  const limited = { status: 429, code: 'rate_limited', detail: 'Too many tests.' }
  server.use(http.post(`${apiUrl}/webhooks/${id}/test`, () => HttpResponse.json(limited, { status: 429 })))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/Too many|too many/)).toBeInTheDocument()
})

it('calls what it gets by name: everything, all about something, single events', async () => {
  const hooks = [
    { ...webhook, events: ['*'] },
    { ...webhook, id: '0197c0de-0000-7000-8000-00000000c002', events: ['booking.*', 'customer.merged'] },
  ]
  const sent: unknown[] = []
  server.use(
    http.get(`${apiUrl}/webhooks`, () => HttpResponse.json(hooks, { headers: { 'X-Total-Count': '2' } })),
    http.post(`${apiUrl}/webhooks`, async ({ request }) => {
      sent.push(((await request.json()) as { events: string[] }).events)
      return HttpResponse.json({ ...webhook, secret }, { status: 201 })
    }),
  )
  const { user } = renderScreens({ path: '/settings/webhooks/', resources: [webhooks], role: 'admin' })
  for (const name of ['Every event', 'Every booking event', 'Customer merged'])
    expect(await screen.findByText(name)).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'New Webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('textbox', { name: 'Address' }), 'https://example.test/other')
  await user.type(await dialog.findByRole('combobox', { name: 'Events' }), 'every')
  await user.click(await screen.findByRole('option', { name: 'Every customer event' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([['customer.*']]))
})
