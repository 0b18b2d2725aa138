import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { lazyExtra } from '../../../src/ui/lazyExtra'

const shown = async (load: Parameters<typeof lazyExtra>[0]) => {
  const Extra = lazyExtra(load)
  render(
    <>
      <input aria-label="Name" defaultValue="Pier" />
      <Suspense fallback="Loading">
        <Extra />
        <p>Loaded</p>
      </Suspense>
    </>,
  )
  expect(await screen.findByText('Loaded')).toBeVisible()
}

it('shows the piece', async () => {
  await shown(async () => ({ default: () => <p>Hints</p> }))
  expect(screen.getByText('Hints')).toBeVisible()
})

it('leaves what is typed where the piece cannot be loaded', async () => {
  await shown(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Pier')
})
