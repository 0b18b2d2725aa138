import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sparePort } from '../support/localPostgres'

const deploy = path.resolve('deploy/prometheus')
const isHere = ['prometheus', 'promtool'].every(program => spawnSync(program, ['--version']).status === 0)

/** Of a process for which nothing goes well; counters grow by each look. */
const badly = (look: number): string => `
slotwise_database_up 0
slotwise_database_waiting 3
slotwise_event_loop_lag_seconds 1
slotwise_queue_oldest_seconds{queue="mail"} 1000
slotwise_jobs_given_up_total{queue="mail"} ${3 * look}
slotwise_requests_total{status="2xx"} ${10 * look}
slotwise_requests_total{status="5xx"} ${look}
slotwise_request_seconds_bucket{le="1"} ${look}
slotwise_request_seconds_bucket{le="2.5"} ${11 * look}
slotwise_request_seconds_bucket{le="+Inf"} ${11 * look}
`

describe.skipIf(!isHere)(`The alerts${isHere ? '' : ' (skipped: Prometheus is not here)'}`, () => {
  let folder: string
  let exporter: Server
  let prometheus: ChildProcess
  let url: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-alerts-'))
    let look = 0
    exporter = createServer((_, response) => void response.end(badly(++look))).listen(0, '127.0.0.1')
    await once(exporter, 'listening')
    const [targetPort, deadPort, port] = [
      (exporter.address() as AddressInfo).port,
      await sparePort(),
      await sparePort(),
    ]
    const rules = await readFile(path.join(deploy, 'alerts.yml'), 'utf8')
    await writeFile(
      path.join(folder, 'alerts.yml'),
      rules.replace(/for: \d+m/g, 'for: 2s').replace(/\[\d+[mh]\]/g, '[8s]'),
    )
    await writeFile(
      path.join(folder, 'prometheus.yml'),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: slotwise
    static_configs: [{ targets: ['127.0.0.1:${targetPort}', '127.0.0.1:${deadPort}'] }]
`,
    )
    url = `http://127.0.0.1:${port}`
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
  })
  afterAll(async () => {
    const ended = once(prometheus, 'exit')
    prometheus.kill()
    await ended
    exporter.close()
    await rm(folder, { recursive: true })
  })

  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('pass promtool %s %s', (...words) => {
    expect(execFileSync('promtool', words, { cwd: deploy, encoding: 'utf8' })).toContain('SUCCESS')
  })

  it('fire in a real Prometheus, all eight, and say what to do', async () => {
    const firing = async () => {
      const answer = await fetch(`${url}/api/v1/alerts`).catch(() => null)
      const { data } = (await answer?.json().catch(() => null)) ?? { data: { alerts: [] } }
      return data.alerts as { state: string; labels: { alertname: string }; annotations: { description?: string } }[]
    }
    const names = (await readFile(path.join(deploy, 'alerts.yml'), 'utf8')).match(/(?<=alert: )\w+/g)
    expect(names).toHaveLength(8)
    const namesFiring = async () =>
      new Set((await firing()).filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    await expect.poll(namesFiring, { timeout: 60_000, interval: 500 }).toEqual(new Set(names))
    expect((await firing()).filter(({ annotations }) => !annotations.description)).toEqual([])
  }, 90_000)
})
