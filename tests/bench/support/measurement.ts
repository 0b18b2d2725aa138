/** One line of the table: a figure beside its floor or its peer, measured in the same run. */
export interface Measurement {
  what: string
  figure: number
  unit: 'ms' | 'rows/s' | 'requests/s' | 'bookings/s' | 'kB' | 'MB' | '%' | 'points'
  /** What it is compared with; absent in a growth curve. */
  against?: { what: string; figure: number }
  /** What was aimed at, in words. */
  aim?: string
}

/** A file `*.bench.ts` has one of these as its default export. */
export interface Bench {
  title: string
  run: () => Promise<Measurement[]>
}

const digits = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3)

/** A bench's measurements as a Markdown table. */
export const toTable = (measurements: readonly Measurement[]): string => {
  const lines = measurements.map(({ what, figure, unit, against, aim = '' }) => {
    const peer = against ? `${digits(against.figure)} ${unit}: ${against.what}` : ''
    const ratio = against ? `${digits(figure / against.figure)} ×` : ''
    return `| ${[what, `${digits(figure)} ${unit}`, peer, ratio, aim].join(' | ')} |`
  })
  return ['| what | measured | floor or peer | ratio | aim |', '|---|---|---|---|---|', ...lines].join('\n')
}

/** The median. */
export const middle = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** The 95th percentile. */
export const p95 = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

/** The milliseconds that something takes. */
export const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Median milliseconds of `rounds` runs, after a quarter as many to warm up. */
export const median = (rounds: number, run: () => unknown): number => {
  for (let i = 0; i < rounds / 4; i++) run()
  return middle(
    Array.from({ length: rounds }, () => {
      const start = performance.now()
      run()
      return performance.now() - start
    }),
  )
}

/** Medians of things to compare, measured in turns, so that what else the machine does falls on all alike. */
export const medianOfEach = async (rounds: number, runs: readonly (() => Promise<unknown>)[]): Promise<number[]> => {
  const times = runs.map((): number[] => [])
  for (let i = 0; i < rounds * 1.25; i++) {
    for (const [index, run] of runs.entries()) {
      const time = await timed(run)
      if (i >= rounds / 4) times[index]?.push(time)
    }
  }
  return times.map(middle)
}
