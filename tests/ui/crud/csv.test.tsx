import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { channels } from '../../../src/resources/channels'
import { csvText } from '../../../src/schema/csvText'
import { startNetwork } from '../support'
import { channel, channelsApi } from './support/channelsApi'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()

describe('CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])('keeps %j from being a formula', text => {
    const cell = csvText([[text]])
      .slice(1)
      .replaceAll('"', '')
    expect(cell.startsWith("'")).toBe(true)
  })

  /** The cells that a spreadsheet with this separator finds: quotes count only where a cell begins. */
  const cellsIn = (file: string, separator: string): string[] => {
    const cells: string[] = []
    let rest = file.slice(1)
    while (rest) {
      const [all, quoted, plain = ''] =
        new RegExp(
          `^(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))[^${separator}\\r\\n]*(?:${separator}|\\r?\\n|\\r|$)`,
        ).exec(rest) ?? []
      if (!all) throw new Error(rest)
      cells.push(quoted?.replaceAll('""', '"') ?? plain)
      rest = rest.slice(all.length)
    }
    return cells
  }

  it.each([',', ';', '\t'])('begins no cell with a formula where %j parts them', separator => {
    const texts = [';', ',', '\t', '\n', '\r', '";', '"\n', '; '].flatMap(parting =>
      ['=', '+', '-', '@', '＝'].map(sign => `Ada${parting}${sign}HYPERLINK("x")`),
    )
    const cells = cellsIn(csvText(texts.map(text => ['before', text])), separator)
    expect(cells.length).toBeGreaterThan(texts.length)
    expect(cells.filter(cell => /^\s*[=+\-@＝]/.test(cell))).toEqual([])
  })

  it('quotes what would end a cell or a row, and leaves numbers alone', () => {
    expect(csvText([['a,b', 'say "hi"', 'two\nlines', -5]])).toBe('\ufeff"a,b","say ""hi""","two\nlines",-5\r\n')
  })
})

describe('exporting a list', () => {
  afterEach(() => vi.restoreAllMocks())

  const catchDownload = () => {
    const saved: { name: string; content: Blob }[] = []
    let content = new Blob()
    URL.createObjectURL = (blob: Blob) => {
      content = blob
      return 'blob:saved'
    }
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download) saved.push({ name: this.download, content })
    })
    return saved
  }
  const read = (blob: Blob): Promise<Uint8Array> =>
    new Promise(resolve => {
      const reader = new FileReader()
      reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer))
      reader.readAsArrayBuffer(blob)
    })

  it('writes the shown columns of all matching rows, page by page, under a name that says what and when', async () => {
    const records = Array.from({ length: 130 }, (_, n) => channel({ name: `=Channel ${String(n).padStart(3, '0')}` }))
    const api = channelsApi([...records, channel({ name: 'Other', kind: 'phone' })])
    server.use(...api.handlers)
    localStorage.setItem(`RaStore.0197c0de-0000-7000-8000-0000000000e1.channels.datatable`, '["autoConfirm"]')
    const saved = catchDownload()
    const filter = encodeURIComponent('{"kind":"online"}')
    const { user } = renderScreens({ path: `/setup/channels/?filter=${filter}`, resources: [channels] })
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved).toHaveLength(1))

    expect(saved[0]?.name).toMatch(/^channels-\d{4}-\d\d-\d\d\.csv$/)
    const bytes = await read(saved[0]?.content ?? new Blob())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n')
    expect(lines[0]).toBe('Name,Code,Kind,Bookings')
    expect(lines[1]).toBe("'=Channel 000,'=channel-000,Online,0")
    expect(lines).toHaveLength(131)
    const pages = api.sent('GET').filter(({ url }) => url.searchParams.get('perPage') === '100')
    expect(pages.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '2'])
    expect(pages.every(({ url }) => url.searchParams.get('kind') === 'online')).toBe(true)
  })
})

describe('printing a list', () => {
  afterEach(() => vi.restoreAllMocks())

  it('prints all matching rows with the shown columns, not only the page, and leaves nothing behind', async () => {
    const records = Array.from({ length: 130 }, (_, n) => channel({ name: `Channel ${String(n).padStart(3, '0')}` }))
    const api = channelsApi([...records, channel({ name: 'Other', kind: 'phone' })])
    server.use(...api.handlers)
    const sheets: string[][] = []
    const sheetRows = () => Array.from(document.querySelectorAll('body > div > table tbody tr'))
    window.print = () => {
      sheets.push(sheetRows().map(row => row.textContent ?? ''))
      window.dispatchEvent(new Event('afterprint'))
    }
    const filter = encodeURIComponent('{"kind":"online"}')
    const { user } = renderScreens({ path: `/setup/channels/?filter=${filter}`, resources: [channels] })
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    await waitFor(() => expect(sheets).toHaveLength(1))
    expect(sheets[0]).toHaveLength(130)
    expect(sheets[0]?.[129]).toMatch(/^Channel 129/)
    await waitFor(() => expect(sheetRows()).toEqual([]))
  })
})
