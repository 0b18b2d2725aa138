import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { searchTenants } from '../../../src/layout/tenant/searchTenants'
import { startNetwork } from '../support'
import { renderApp, tenants } from './support/renderApp'

const server = startNetwork()
const hundreds = Array.from({ length: 400 }, (_, index) => ({
  ...tenants[0]!,
  id: `0197c0de-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Studio ${String(index).padStart(3, '0')}`,
  slug: `studio-${index}`,
}))
const active = hundreds[250]!

beforeEach(() => localStorage.clear())

const openDialog = async () => {
  const { person } = renderApp(server, {
    path: '/availability',
    role: 'owner',
    theirTenants: hundreds,
    tenant: active.id,
  })
  await person.click(await screen.findByRole('button', { name: 'Studio 250' }))
  return { person, dialog: await screen.findByRole('dialog', { name: 'Switch Tenant' }) }
}

it('shows the active tenant first and marked, the others by name', async () => {
  const { dialog } = await openDialog()
  const options = within(dialog).getAllByRole('option')
  expect(options).toHaveLength(400)
  expect(options[0]).toHaveTextContent(/Studio 250.*Active/)
  expect(options[1]).toHaveTextContent('Studio 000')
  expect(options[1]).not.toHaveTextContent('Active')
})

it('is used by keyboard alone: typing, arrows, Enter, Escape', async () => {
  const { person, dialog } = await openDialog()
  const search = within(dialog).getByRole('combobox', { name: 'Search tenants...' })
  expect(search).toHaveFocus()
  await person.type(search, 'studio 39')
  const marked = () => document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(within(dialog).getAllByRole('option')).toHaveLength(10)
  expect(marked()).toContain('Studio 390')
  await person.keyboard('{ArrowUp}')
  expect(marked()).toContain('Studio 399')
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(marked()).toContain('Studio 391')
  await person.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Studio 391' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()

  await person.click(screen.getByRole('button', { name: 'Studio 391' }))
  const again = await screen.findByRole('combobox')
  expect(again).toHaveValue('')
  await person.type(again, 'nowhere')
  expect(screen.getByText('No tenants found')).toBeInTheDocument()
  await person.keyboard('{Enter}{Escape}')
  expect(screen.getByRole('button', { name: 'Studio 391' })).toBeInTheDocument()
})

it('looks through names and slugs, whatever the case', () => {
  expect(searchTenants(tenants, null, 'COURTS').map(({ name }) => name)).toEqual(['City Courts'])
  expect(searchTenants(tenants, null, 'harbor-').map(({ name }) => name)).toEqual(['Harbor Spa'])
  expect(searchTenants(tenants, tenants[0]!.id, ' ').map(({ name }) => name)).toEqual(['Harbor Spa', 'City Courts'])
})

it('chooses what was typed, though the list does not show it yet', async () => {
  const { dialog } = await openDialog()
  const search = within(dialog).getByRole('combobox')
  act(() => {
    fireEvent.change(search, { target: { value: 'studio 007' } })
    fireEvent.keyDown(search, { key: 'Enter' })
  })
  expect(await screen.findByRole('button', { name: 'Studio 007' })).toBeInTheDocument()
})

it('shows a tenant by its picture, and by its first letter when there is none', async () => {
  const image = { id: 'p', url: '/api/files/t/p', alt: '', type: 'image/png', size: 1, width: 9, height: 9 }
  const [first, second] = tenants
  const { person } = renderApp(server, {
    path: '/availability',
    role: 'owner',
    theirTenants: [{ ...first!, logo: image } as typeof first & object, second!],
    tenant: first!.id,
  })
  const button = await screen.findByRole('button', { name: first!.name })
  expect(button.querySelector('img')).toHaveAttribute('src', '/api/files/t/p')
  await person.click(button)
  const [own, other] = within(await screen.findByRole('dialog')).getAllByRole('option')
  expect(own?.querySelector('img')).not.toBeNull()
  expect(other?.querySelector('img')).toBeNull()
  expect(other).toHaveTextContent(second!.name.charAt(0))
  fireEvent.error(own?.querySelector('img') as HTMLElement)
  expect(own?.querySelector('img')).toBeNull()
})
