import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it, vi } from 'vitest'
import { useHeadingFocus } from '../../../src/layout/useHeadingFocus'

let finishLoading = () => {}

const Layout = () => {
  useHeadingFocus()
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onKeyDown={() => void navigate('/slow', { flushSync: true })}>
        By key
      </button>
      <Link to="/slow">Slow</Link>
      <Link to="/form">Form</Link>
      <main tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
const Slow = () => {
  const [isLoaded, setLoaded] = useState(false)
  finishLoading = () => setLoaded(true)
  return isLoaded ? (
    <h1 key="loaded" tabIndex={-1}>
      Loaded
    </h1>
  ) : (
    <h1 key="loading" tabIndex={-1}>
      Loading
    </h1>
  )
}
const Form = () => (
  <>
    <h1 tabIndex={-1}>Form</h1>
    {/* biome-ignore lint/a11y/noAutofocus: what is under test must leave it alone */}
    <input aria-label="Name" autoFocus />
  </>
)

const open = () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const children = [
    {
      path: '/',
      element: (
        <>
          <h1 tabIndex={-1}>First</h1>
          <Link to="/slow">Onward</Link>
        </>
      ),
    },
    { path: '/slow', element: <Slow /> },
    { path: '/form', element: <Form /> },
  ]
  render(<RouterProvider router={createMemoryRouter([{ element: <Layout />, children }])} />)
}

it('leaves the first page alone, and follows a heading that is replaced while the next one loads', async () => {
  open()
  expect(document.body).toHaveFocus()
  fireEvent.click(screen.getByRole('link', { name: 'Slow' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus())
  act(finishLoading)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Loaded' })).toHaveFocus())
})

it('goes to the heading by way of the page when the focus is removed with what had it', async () => {
  const went: string[] = []
  const note = ({ target }: FocusEvent) => went.push((target as Element).tagName)
  document.addEventListener('focusin', note)
  open()
  const link = screen.getByRole('link', { name: 'Onward' })
  act(() => link.focus())
  fireEvent.click(link)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus())
  document.removeEventListener('focusin', note)
  expect(went).toEqual(['A', 'MAIN', 'H1'])
})

it('follows the headings of a page that a key led to at once', async () => {
  open()
  // `act` would let the key go its way first.
  screen.getByRole('button', { name: 'By key' }).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus())
  act(finishLoading)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Loaded' })).toHaveFocus())
})

it('takes the focus from nobody who has begun to do something', async () => {
  open()
  fireEvent.click(screen.getByRole('link', { name: 'Slow' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus())
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(finishLoading)
  await act(async () => {})
  expect(document.body).toHaveFocus()
})

it('leaves the focus in a form that asks for it', async () => {
  open()
  fireEvent.click(screen.getByRole('link', { name: 'Form' }))
  await act(async () => {})
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})
