import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'

type Labels = Readonly<Record<string, string>>

interface Metric {
  lines(): string[]
}

const all: Metric[] = []

/**
 * Bounds memory. Labels are routes, codes and names of queues, never a tenant, a person, an id or a path that somebody
 * sent.
 */
const mostSeries = 1_500

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')

const labelled = (labels: Labels): string => {
  const text = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return text.length > 0 ? `{${text.join(',')}}` : ''
}

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

export const counter = (name: string, help: string) => {
  const values = new Map<string, number>()
  all.push({
    lines: () => [
      ...head(name, 'counter', help),
      ...Array.from(values, ([labels, value]) => `${name}${labels} ${value}`),
    ],
  })
  const add = (labels: Labels, by = 1): void => {
    const key = labelled(labels)
    if (values.size < mostSeries || values.has(key)) values.set(key, (values.get(key) ?? 0) + by)
  }
  /** Starts at 0, so that the first event is an increase. */
  const begin = (labels: Labels): void => add(labels, 0)
  return { add, begin }
}

export const histogram = (name: string, help: string, bounds: readonly number[]) => {
  const values = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
  all.push({
    lines: () => [
      ...head(name, 'histogram', help),
      ...Array.from(values.values()).flatMap(({ labels, counts, sum, count }) => [
        ...bounds.map((bound, at) => `${name}_bucket${labelled({ ...labels, le: String(bound) })} ${counts[at]}`),
        `${name}_bucket${labelled({ ...labels, le: '+Inf' })} ${count}`,
        `${name}_sum${labelled(labels)} ${sum}`,
        `${name}_count${labelled(labels)} ${count}`,
      ]),
    ],
  })
  return {
    observe: (labels: Labels, value: number): void => {
      const key = labelled(labels)
      const found = values.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
      if (!values.has(key) && values.size * (bounds.length + 3) >= mostSeries) return
      values.set(key, found)
      found.count++
      found.sum += value
      for (const [at, bound] of bounds.entries()) if (value <= bound) found.counts[at] = (found.counts[at] ?? 0) + 1
    },
  }
}

export interface Gauge {
  name: string
  help: string
  read: () => readonly { labels?: Labels; value: number }[] | Promise<readonly { labels?: Labels; value: number }[]>
}

export const gauge = (name: string, help: string, read: () => number | Promise<number>): Gauge => ({
  name,
  help,
  read: async () => [{ value: await read() }],
})

const gaugeLines = async ({ name, help, read }: Gauge): Promise<string[]> => {
  const values = await read()
  return [
    ...head(name, 'gauge', help),
    ...values.map(({ labels = {}, value }) => `${name}${labelled(labels)} ${value}`),
  ]
}

/** Prometheus' text format. */
export const metricsText = async (gauges: readonly Gauge[]): Promise<string> => {
  const read = await Promise.all(gauges.map(each => gaugeLines(each).catch(() => [])))
  return `${[...all.flatMap(metric => metric.lines()), ...read.flat()].join('\n')}\n`
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const hasToken = (header: string | undefined, token: string | undefined): boolean =>
  token !== undefined && header !== undefined && timingSafeEqual(digest(header), digest(`Bearer ${token}`))

const inSeconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)

export const processGauges = (version: string): Gauge[] => {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  return [
    {
      name: 'slotwise_build_info',
      help: 'The running version.',
      read: () => [{ labels: { version, node: process.version }, value: 1 }],
    },
    gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
    gauge('slotwise_heap_used_bytes', 'Used memory of the JavaScript heap.', () => process.memoryUsage().heapUsed),
    gauge(
      'process_start_time_seconds',
      'When the process began, in Unix seconds.',
      () => Date.now() / 1000 - process.uptime(),
    ),
    gauge(
      'slotwise_event_loop_lag_seconds',
      'By how much 99 of 100 turns were late at most since the last look.',
      () => {
        const lag = inSeconds(loop.percentile(99))
        loop.reset()
        return lag
      },
    ),
  ]
}
