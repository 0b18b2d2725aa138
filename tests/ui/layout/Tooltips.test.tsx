import { readdirSync, readFileSync } from 'node:fs'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tooltips } from '../../../src/layout/Tooltips'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (millis: number) => act(() => vi.advanceTimersByTime(millis))
const tip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent ?? null
const point = (name: string) => fireEvent.pointerOver(screen.getByRole('button', { name }))

describe('a tooltip', () => {
  it('names an icon button that is pointed at for 700 ms, also in a dialog', () => {
    render(
      <>
        <Tooltips />
        <Dialog open transitionDuration={0}>
          <IconButton aria-label="Close">
            <svg />
          </IconButton>
        </Dialog>
      </>,
    )
    point('Close')
    wait(699)
    expect(tip()).toBeNull()
    wait(1)
    expect(tip()).toBe('Close')
    fireEvent.pointerOver(document.body)
    expect(tip()).toBeNull()
  })

  it('goes by Escape and by a press, and comes back when the control is pointed at anew', () => {
    render(
      <>
        <Tooltips />
        <button type="button" aria-label="Later" />
      </>,
    )
    const leave = [
      () => fireEvent.keyDown(document.body, { key: 'Escape' }),
      () => fireEvent.pointerDown(screen.getByRole('button')),
    ]
    for (const go of leave) {
      point('Later')
      wait(700)
      expect(tip()).toBe('Later')
      go()
      wait(2000)
      expect(tip()).toBeNull()
      fireEvent.pointerOver(document.body)
    }
  })

  it('comes also to a control that is scrolled to', () => {
    render(
      <>
        <Tooltips />
        <button type="button" aria-label="Later" />
      </>,
    )
    point('Later')
    fireEvent.scroll(document)
    wait(700)
    expect(tip()).toBe('Later')
    fireEvent.scroll(document)
    expect(tip()).toBeNull()
  })

  it('says more where there is more to say, and nothing that can be read already', () => {
    render(
      <>
        <Tooltips />
        <button type="button" data-tip="Ada · 9:00 · Confirmed">
          Ada
        </button>
        <button type="button" aria-label="Monday, 2 March">
          2
        </button>
      </>,
    )
    point('Ada')
    wait(700)
    expect(tip()).toBe('Ada · 9:00 · Confirmed')
    point('Monday, 2 March')
    wait(700)
    expect(tip()).toBeNull()
  })

  it('shows at once in the sidebar', () => {
    render(
      <>
        <Tooltips />
        <aside data-tips="beside">
          <button type="button" data-tip="Availability">
            Availability
          </button>
        </aside>
      </>,
    )
    point('Availability')
    expect(tip()).toBe('Availability')
  })
})

/** The opening tags of a source file: their names and attributes, without what is in braces. */
const tagsOf = (source: string): { name: string; attributes: string }[] =>
  Array.from(source.matchAll(/<([A-Za-z][\w.]*)(?=[\s/>])/g), ({ 0: start, 1: name = '', index }) => {
    let depth = 0
    let attributes = ''
    for (const letter of source.slice(index + start.length)) {
      if (letter === '{') depth += 1
      else if (letter === '}') depth -= 1
      else if (letter === '>' && depth === 0) break
      else if (depth === 0) attributes += letter
    }
    return { name, attributes }
  })

describe('the sources', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.tsx'))
    .map(file => [file, tagsOf(readFileSync(`src/${file}`, 'utf8'))] as const)

  it('name every icon button, which is what its tooltip says', () => {
    const buttons = files.flatMap(([file, tags]) =>
      tags.filter(({ name }) => name === 'IconButton').map(tag => ({ file, ...tag })),
    )
    expect(buttons.length).toBeGreaterThan(20)
    expect(buttons.filter(({ attributes }) => !/\saria-label=/.test(attributes))).toEqual([])
  })

  it('leave no tooltip to the browser', () => {
    const titled = files.flatMap(([file, tags]) =>
      tags.flatMap(({ name, attributes }) =>
        // A frame is named by its title.
        name !== 'iframe' && /^[a-z]|Button$|Link$/.test(name) && /\stitle=/.test(attributes)
          ? [`${file}: ${name}`]
          : [],
      ),
    )
    expect(titled).toEqual([])
  })
})
