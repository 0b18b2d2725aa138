import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Actor, Transaction } from '../../../server/db/database'
import {
  changedSetup,
  loadSetup,
  type Setup,
  setupParts,
  setupQuery,
  setupRecords,
  setupVersion,
} from '../../../server/features/availability/loadSetup'
import { offerQuery } from '../../../server/features/bookings/offer'
import { describeOnBoth } from '../support/describeOnDatabase'

const tenantId = '01900000-0000-7000-8000-000000000001'
const otherId = '01900000-0000-7000-8000-000000000002'
const asTenant: Actor = { as: 'tenant', tenantId }
const platform: Actor = { as: 'platform' }

/** The tables that a plan reads. */
const relationsIn = (plan: unknown): string[] => {
  if (typeof plan !== 'object' || plan === null) return []
  const own = 'Relation Name' in plan ? [String(plan['Relation Name'])] : []
  return [...own, ...Object.values(plan).flatMap(relationsIn)]
}

describeOnBoth('the version of a setup', use => {
  const run = <T>(actor: Actor, work: (db: Transaction) => Promise<T>) => use().database.run(actor, work)
  const versionIn = async (db: Transaction, id = tenantId): Promise<string | null> => {
    const { rows } = await sql<{ version: string | null }>`select ${setupVersion(id)} as version`.execute(db)
    return rows[0]?.version ?? null
  }
  const version = () => run(asTenant, db => versionIn(db))
  const addType = (db: Transaction, name: string) => db.insertInto('resourceTypes').values({ tenantId, name })
  const addChannel = (db: Transaction, code: string) => db.insertInto('channels').values({ tenantId, name: code, code })

  beforeAll(() =>
    run(platform, async db => {
      for (const [id, slug] of [
        [tenantId, 'one'],
        [otherId, 'two'],
      ] as const)
        await db.insertInto('tenants').values({ id, name: slug, slug, timeZone: 'UTC' }).execute()
    }),
  )

  test('is changed by triggers on every table that is read of a setup', async () => {
    const id = tenantId
    const subjects = [
      { variantIds: [id] },
      { resourceIds: [id] },
      { resourceTypeId: id },
      { everything: true } as const,
    ]
    const queries = [...subjects.map(subject => setupQuery(tenantId, { subject })), offerQuery(tenantId, id)]
    const plans = await run(asTenant, async db => {
      const found: unknown[] = []
      for (const query of queries) found.push((await sql`explain (format json) ${query}`.execute(db)).rows)
      return found
    })
    // Customers are read beside, and never kept.
    const others = ['setup_versions', 'customers']
    const read = new Set(relationsIn(plans).filter(name => !others.includes(name)))
    expect(read.size).toBeGreaterThanOrEqual(12)

    const { rows } = await use().owner.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'change_setup_version'::regproc
         and tgdeferrable and tginitdeferred and tgenabled = 'O' and tgtype = 29
       intersect
       select tgrelid::regclass::text from pg_trigger where tgfoid = 'leave_setup_version'::regproc
         and tgenabled = 'O' and tgtype = 28`,
    )
    const watched = new Set(rows.map(({ name }) => name))
    expect([...read].filter(name => !watched.has(name))).toEqual([])
  })

  test('names the tables of each part, so that what-if reads the part again', async () => {
    const records = setupRecords(tenantId, { subject: { whole: true } })
    const parts = Object.entries(setupParts(tenantId))
    expect(parts).toHaveLength(8)
    for (const [name, { tables, value }] of parts) {
      const plan = await run(asTenant, db => sql`explain (format json) ${records} select ${value}`.execute(db))
      expect([name, [...new Set(relationsIn(plan.rows))].toSorted()]).toEqual([name, tables.toSorted()])
    }
    const mark = await run(asTenant, async db => {
      await addChannel(db, 'web').execute()
      await addChannel(db, 'desk').execute()
      await db.deleteFrom('schedules').execute()
      return sql<{ mark: string }>`select current_setting('app.setup_changed') as mark`.execute(db)
    })
    expect(mark.rows).toEqual([{ mark: 'channels schedules' }])

    await run(asTenant, async db => {
      const before = await loadSetup(db, tenantId, { subject: { whole: true } })
      const version = await versionIn(db)
      expect(await changedSetup(db, tenantId, {} as Setup, version)).toEqual({})
      // Others changed what this transaction did not.
      expect(await changedSetup(db, tenantId, {} as Setup, otherId)).toMatchObject(before)
      const tables = new Set(parts.flatMap(([, part]) => part.tables).filter(name => name !== 'tenants'))
      for (const name of tables) await sql`delete from ${sql.table(name)} where false`.execute(db)
      const { tenant, customer } = before
      expect(await changedSetup(db, tenantId, { tenant, customer } as Setup, version)).toEqual(before)
    })
    await run(asTenant, db => db.deleteFrom('channels').execute())
  })

  test('changes with what is kept, for that tenant alone, and is not to be used by whoever changes it', async () => {
    const before = await version()
    const ofOther = await run({ as: 'tenant', tenantId: otherId }, db => versionIn(db, otherId))
    expect(before).toMatch(/^[0-9a-f-]{36}$/)
    expect(ofOther).toMatch(/^[0-9a-f-]{36}$/)

    await run(asTenant, async db => {
      expect(await versionIn(db)).toBe(before)
      await addChannel(db, 'web').execute()
      expect(await versionIn(db)).toBeNull()
    })
    const after = await version()
    expect(after).not.toBe(before)
    expect(after).not.toBeNull()

    const undone = run(asTenant, async db => {
      await addChannel(db, 'shop').execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await version()).toBe(after)

    await run(asTenant, db => addType(db, 'Chair').execute())
    expect(await version()).toBe(after)

    await run(platform, db => db.updateTable('tenants').set({ holdMinutes: 20 }).where('id', '=', tenantId).execute())
    const third = await version()
    expect(third).not.toBe(after)
    await run(asTenant, db => db.deleteFrom('channels').where('code', '=', 'web').execute())
    expect(await version()).not.toBe(third)

    expect(await run({ as: 'tenant', tenantId: otherId }, db => versionIn(db, otherId))).toBe(ofOther)
    expect(await run(asTenant, db => versionIn(db, otherId))).toBeNull()
  })

  test('goes with its tenant', async () => {
    await run(platform, db => db.deleteFrom('tenants').where('id', '=', otherId).execute())
    const { rows } = await use().owner.query('select from setup_versions where tenant_id = $1', [otherId])
    expect(rows).toEqual([])
  })
})
