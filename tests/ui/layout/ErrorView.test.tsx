import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { CoreAdminContext } from 'ra-core'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { machine } from '../../../src/i18n/en/machine'
import { ErrorView } from '../../../src/layout/ErrorView'

const i18nProvider = {
  translate: (key: string) => (machine as Record<string, string>)[key] ?? key,
  changeLocale: async () => {},
  getLocale: () => 'en',
}

it('shows the error only to those who ask for it', async () => {
  const reset = vi.fn()
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider}>
        <ErrorView error={new Error('The roof is leaking')} resetErrorBoundary={reset} />
      </CoreAdminContext>
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong!' })).toBeInTheDocument()
  expect(screen.getByText('The roof is leaking')).not.toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show Error' }))
  expect(screen.getByText('The roof is leaking')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Hide Error' }))
  expect(screen.getByText('The roof is leaking')).not.toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reset).toHaveBeenCalled()
})
