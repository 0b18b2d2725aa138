import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTableFits } from '../../../src/crud/list/useTableFits'

/** Widths in pixels: of the frame, and of what the table's content takes. */
const width = { frame: 0, content: 0 }
let resized: (() => void)[] = []

const widthOf = (property: 'clientWidth' | 'scrollWidth', read: (isTable: boolean) => number) =>
  vi.spyOn(HTMLElement.prototype, property, 'get').mockImplementation(function (this: HTMLElement) {
    return read(this.dataset.table !== undefined)
  })

beforeEach(() => {
  resized = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe = () => void resized.push(this.tell)
      disconnect = () => {
        resized = resized.filter(tell => tell !== this.tell)
      }
    },
  )
  widthOf('clientWidth', () => width.frame)
  widthOf('scrollWidth', isTable => (isTable ? Math.max(width.content, width.frame) : width.frame))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const List = ({ columns }: { columns: string }) => {
  const { frame, fits } = useTableFits(columns)
  return <div ref={frame}>{fits ? <div data-table="">a table</div> : <p>cards</p>}</div>
}

const show = (frame: number, content: number, columns = 'name,price') => {
  Object.assign(width, { frame, content })
  return render(<List columns={columns} />)
}
const resize = (frame: number) => {
  width.frame = frame
  act(() => {
    for (const tell of resized) tell()
  })
}
const shown = () => (screen.queryByText('a table') ? 'table' : 'cards')

describe('a list', () => {
  it.each([
    ['a table that fits', 600, 600, 'table'],
    ['cards in place of a table that does not', 600, 601, 'cards'],
    ['a table that scrolls a little, on a desk', 800, 900, 'table'],
  ])('shows %s', (_, frame, content, expected) => {
    show(frame, content)
    expect(shown()).toBe(expected)
  })

  it('goes back to the table as soon as there is the room that it needed', () => {
    show(500, 700)
    resize(699)
    expect(shown()).toBe('cards')
    resize(700)
    expect(shown()).toBe('table')
    resize(500)
    expect(shown()).toBe('cards')
  })

  it('tries the table again with other columns', () => {
    const { rerender } = show(500, 700)
    expect(shown()).toBe('cards')
    width.content = 400
    rerender(<List columns="name" />)
    expect(shown()).toBe('table')
  })

  it('tries it again with more rows, and finds that they do not fit', () => {
    const { rerender } = show(500, 400)
    expect(shown()).toBe('table')
    width.content = 520
    rerender(<List columns="name,price" />)
    expect(shown()).toBe('cards')
  })

  it('watches the frame no longer than it is there', () => {
    const { unmount } = show(500, 400)
    expect(resized).toHaveLength(1)
    unmount()
    expect(resized).toEqual([])
  })
})
