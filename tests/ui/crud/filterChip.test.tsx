import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { channels } from '../../../src/resources/channels'
import { apiUrl, startNetwork, urgently } from '../support'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()

it('opens and closes before the next key is read', async () => {
  const channel = { id: 'fjord', name: 'Hotel Fjord', code: 'fjord', kind: 'partner', isActive: true, version: 1 }
  server.use(http.get(`${apiUrl}/channels`, () => HttpResponse.json([channel], { headers: { 'X-Total-Count': '1' } })))
  renderScreens({ path: '/setup/channels/', resources: [channels], role: 'admin' })
  const chip = await screen.findByRole('button', { name: 'Kind' })
  await urgently(() => chip.click())
  expect(chip).toHaveAttribute('aria-expanded', 'true')
  const dialog = screen.getByRole('dialog', { name: 'Kind' })
  await urgently(() => dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(chip).toHaveAttribute('aria-expanded', 'false')
})
