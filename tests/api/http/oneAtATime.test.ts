import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { oneAtATime } from '../../../server/http/oneAtATime'
import { describeOnBoth } from '../support/describeOnBoth'

describeOnBoth('work that is done once at a time for a tenant', use => {
  const tenantId = '0197c0de-0000-7000-8000-000000000001'
  const run = (kind: string) =>
    oneAtATime(kind, tenantId, lock => use().database.run({ as: 'platform' }, db => lock(db).then(() => 'done')))

  test('is refused while it is under way, and done again afterwards', async () => {
    let end = () => {}
    const first = oneAtATime('count', tenantId, () => new Promise<void>(resolve => (end = resolve)))
    await expect(run('count')).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
    expect(await run('other')).toBe('done')
    end()
    await first
    expect(await run('count')).toBe('done')
    await expect(oneAtATime('count', tenantId, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await run('count')).toBe('done')
  })

  test('is refused while another process does it', async ({ skip }) => {
    if (use().database.kind === 'embedded') skip('there is only one process')
    let end = () => {}
    let begin = () => {}
    const begun = new Promise<void>(resolve => (begin = resolve))
    const elsewhere = use().database.run({ as: 'platform' }, async db => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`count ${tenantId}`}, 0))`.execute(db)
      begin()
      await new Promise<void>(resolve => (end = resolve))
    })
    await begun
    await expect(run('count')).rejects.toMatchObject({ status: 429 })
    end()
    await elsewhere
    expect(await run('count')).toBe('done')
  })
})
