import { configure, getConfig, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

// What tests/ui/setup.ts knows of libraries beyond what they promise (docs/decisions/0015-reaching-inside.md).

it('while something is waited for, Testing Library says so where the setup looks', async () => {
  const { getElementError, asyncUtilTimeout } = getConfig()
  const flags: unknown[] = []
  configure({
    asyncUtilTimeout: 100,
    getElementError: (...args) => {
      flags.push(Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics'))
      return getElementError(...args)
    },
  })
  try {
    await expect(screen.findByText('Nowhere')).rejects.toThrow('Nowhere')
    expect(() => screen.getByText('Nowhere')).toThrow('Nowhere')
    expect(flags[0]).toBe(true)
    expect(flags.at(-1)).toBe(false)
  } finally {
    configure({ getElementError, asyncUtilTimeout })
  }
})

it('styles of an element itself decide what is hidden, and rules of style sheets do not', () => {
  render(
    <>
      <style>{'.away { display: none }'}</style>
      <button type="button" className="away">
        By a rule
      </button>
      <button type="button" style={{ display: 'none' }}>
        By its style
      </button>
      <button type="button" hidden>
        By its attribute
      </button>
    </>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['By a rule'])
})
