import { type Database, databaseOn } from '../../../../server/db/database'
import { openServer } from '../../../../server/db/server'
import { createJobs, type JobQueue, type Jobs } from '../../../../server/jobs/jobs'
import { placeOf, type TestDatabase } from '../../../../testing/testDatabase'

export type Processes = Awaited<ReturnType<typeof openProcesses>>

/** What works on the queues of one database: as several processes do, each with its own connections where that is a server. */
export const openProcesses = async ({ url, database, owner }: TestDatabase) => {
  const second = url ? databaseOn(await openServer(placeOf(url))) : database
  const started: Jobs[] = []
  return {
    /** The database, as a second process sees it. */
    second,
    /** A process that works on what is due. */
    start: (on: Database, queue: JobQueue): Jobs => {
      const jobs = createJobs({ database: on, isOn: true, sweepSeconds: 0.1, log: () => {} })
      jobs.start([queue])
      started.push(jobs)
      return jobs
    },
    /** What the clock's jump does to what a tenant's queue has written already, as seen from the clock. */
    jump: async (
      table: string,
      columns: readonly string[],
      { tenantId, interval }: { tenantId: string; interval: string },
    ): Promise<void> => {
      const client = await owner.connect()
      try {
        await client.query('begin')
        await client.query('set local session_replication_role = replica')
        const moved = [...columns, 'leased_until', 'created_at', 'updated_at']
        await client.query(
          `update ${table} set ${moved.map(column => `${column} = ${column} - $2::interval`).join(', ')} where tenant_id = $1`,
          [tenantId, interval],
        )
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    /** Stops all that were started. */
    stop: async (): Promise<void> => {
      await Promise.all(started.splice(0).map(jobs => jobs.stop()))
    },
    close: async (): Promise<void> => {
      if (second !== database) await second.close()
    },
  }
}
