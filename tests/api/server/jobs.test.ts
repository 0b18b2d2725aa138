import { afterEach, expect, it } from 'vitest'
import { createJobs, type JobQueue, type Jobs } from '../../../server/jobs/jobs'
import { describeOnBoth } from '../support/describeOnDatabase'

describeOnBoth('jobs', use => {
  const started: Jobs[] = []
  afterEach(async () => void (await Promise.all(started.splice(0).map(jobs => jobs.stop()))))

  /** Sweeps once, at its start. */
  const start = (isOn: boolean, work: JobQueue['work'], due: string[] = []) => {
    const jobs = createJobs({ database: use().database, isOn, sweepSeconds: 3600, log: () => {} })
    jobs.start([
      { name: 'letters', tenantsDue: async () => due, backlog: async () => ({ waiting: 0, oldestSeconds: 0 }), work },
    ])
    started.push(jobs)
    return jobs
  }

  it('of a process that leaves them to others wake those', async () => {
    const worked: string[] = []
    start(true, async tenantId => {
      worked.push(tenantId)
      return null
    })
    const idle = start(false, async () => {
      throw new Error('It leaves the work to others.')
    })
    await expect
      .poll(() => {
        idle.wake('letters', 'one')
        return worked
      })
      .toContain('one')
  })

  it('come back when the next row is due', async () => {
    const waits = [20, 20, null]
    let count = 0
    start(true, async () => waits[count++] ?? null, ['one'])
    await expect.poll(() => count).toBe(3)
  })
})
