import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { apiUrl, startNetwork, urgently } from '../support'
import { listOf, renderApp } from './support/renderApp'

const server = startNetwork()

it('is gone before the next key is read once something is chosen', async () => {
  server.use(
    http.get(`${apiUrl}/channels`, () => listOf([])),
    http.get(`${apiUrl}/search`, () => HttpResponse.json({ results: [] })),
  )
  const { person } = renderApp(server, { path: '/setup/channels/', role: 'owner' })
  await person.click(await screen.findByRole('button', { name: /^Search and commands/ }))
  const input = await screen.findByRole('combobox', { name: /^Search, or say/ })
  await person.type(input, 'channels')
  await waitFor(() => expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Channels'))
  await urgently(() => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(input).not.toBeInTheDocument()
})

it('says that nothing is found only when that is known', async () => {
  const result = { type: 'channels', id: '1', title: 'Zedd', subtitle: '', path: '/setup/channels/?edit=1', score: 1 }
  server.use(
    http.get(`${apiUrl}/channels`, () => listOf([])),
    http.get(`${apiUrl}/search`, () => HttpResponse.json({ results: [result] })),
  )
  const { person } = renderApp(server, { path: '/setup/channels/', role: 'owner' })
  await person.click(await screen.findByRole('button', { name: /^Search and commands/ }))
  const input = await screen.findByRole('combobox', { name: /^Search, or say/ })
  const status = within(await screen.findByRole('dialog', { name: 'Search and commands' })).getByRole('status')
  const said = new Set<string | null>()
  new MutationObserver(() => said.add(status.textContent)).observe(status, {
    ...{ characterData: true, childList: true, subtree: true },
  })
  // One letter is not searched for.
  await person.click(input)
  await person.paste('zedd')
  expect(await screen.findByRole('option', { name: /Zedd/ })).toBeInTheDocument()
  expect([...said].filter(text => text?.startsWith('Nothing'))).toEqual([])
})

it('opens the help by ?, unless that key is switched off', async () => {
  const { person } = renderApp(server, { path: '/settings', role: 'owner' })
  const isOn = await screen.findByRole('checkbox', { name: 'Open the help with ?' })
  await person.click(screen.getByRole('heading', { level: 1 }))
  // Keys load when there is time.
  const help = await waitFor(async () => {
    await person.keyboard('?')
    return screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  })
  await person.click(within(help).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(help).not.toBeInTheDocument())
  await person.click(isOn)
  await person.click(screen.getByRole('heading', { level: 1 }))
  await person.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
})
