import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { channels } from '../../../src/resources/channels'
import { apiUrl, startNetwork } from '../support'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()
const at = '2026-03-02T09:00:00.000Z'
const channel = (id: string, name: string, values: object) => ({
  ...{ id, name, code: id, kind: 'partner', autoConfirm: true, isActive: true, bookingCount: 0, sellsAllItems: true },
  ...{ createdAt: at, updatedAt: at, version: 1, ...values },
})

beforeEach(() => {
  const nothing = () => {}
  const answer = { matches: true, addEventListener: nothing, removeEventListener: nothing }
  vi.stubGlobal('matchMedia', () => ({ ...answer, addListener: nothing, removeListener: nothing }))
})
afterEach(() => void vi.unstubAllGlobals())

it('say of what a “No” is, and let states stand for themselves', async () => {
  const all = [channel('fjord', 'Hotel Fjord', { autoConfirm: false }), channel('old', 'Old', { isActive: false })]
  server.use(http.get(`${apiUrl}/channels`, () => HttpResponse.json(all, { headers: { 'X-Total-Count': '2' } })))
  renderScreens({ path: '/setup/channels/', resources: [channels], role: 'admin' })
  await screen.findByRole('link', { name: 'Hotel Fjord' })
  const [fjord, old] = screen.getAllByRole('listitem').filter(item => within(item).queryByRole('link'))
  if (!fjord || !old) throw new Error('There are no cards.')
  const terms = (card: HTMLElement) =>
    within(card)
      .getAllByRole('term')
      .map(({ textContent }) => textContent)
  expect(terms(fjord)).toContain('Confirm at once')
  expect(within(fjord).getByText('No')).toBeInTheDocument()
  expect(terms(old)).not.toContain('Active')
  expect(within(old).getByText('Inactive')).toBeInTheDocument()
})
