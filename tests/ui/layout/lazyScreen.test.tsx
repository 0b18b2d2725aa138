import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { lazyScreen } from '../../../src/ui/lazyScreen'

const piece = { default: () => <p>Channels</p> }

const show = (Screen: ReturnType<typeof lazyScreen>) =>
  render(
    <Suspense fallback="Loading...">
      <Screen />
    </Suspense>,
  )

it('draws a screen that was fetched ahead at once', async () => {
  const Screen = lazyScreen(async () => piece)
  await Screen.fetch()
  show(Screen)
  expect(screen.getByText('Channels')).toBeInTheDocument()
})

it('waits for one that was not', async () => {
  show(lazyScreen(async () => piece))
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(await screen.findByText('Channels')).toBeInTheDocument()
})

it('tries again when fetching ahead failed', async () => {
  let tries = 0
  const Screen = lazyScreen(async () => {
    tries += 1
    if (tries === 1) throw new Error('offline')
    return piece
  })
  await Screen.fetch()
  show(Screen)
  expect(await screen.findByText('Channels')).toBeInTheDocument()
})
