import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { MemberCaller } from '../../../server/http/identity/caller'
import { inLine } from '../../../server/http/inLine'
import { describeOnBoth } from '../support/describeOnDatabase'

describeOnBoth('work that is done once at a time for a tenant', use => {
  const tenantId = '0197c0de-0000-7000-8000-000000000001'
  const caller = (userId: string) => ({ userId, tenant: { id: tenantId } }) as MemberCaller
  const [ada, grace] = [caller('ada'), caller('grace')]
  const alone = <T>(kind: string, who: MemberCaller, work: Parameters<typeof inLine<T>>[2]) =>
    inLine(kind, who, work, { again: 'refused' })
  const run = (kind: string, who = ada) =>
    alone(kind, who, lock => use().database.run({ as: 'platform' }, db => lock(db).then(() => 'done')))

  test('is refused while it is under way, and done again afterwards', async () => {
    let end = () => {}
    const first = alone('count', ada, () => new Promise<void>(resolve => (end = resolve)))
    await expect(run('count')).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
    expect(await run('other')).toBe('done')
    end()
    await first
    expect(await run('count')).toBe('done')
    await expect(alone('count', ada, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await run('count')).toBe('done')
  })

  test('is whose turn it is: nobody stands in line twice, and nobody is passed over', async () => {
    const told: string[] = []
    let end = () => {}
    const first = alone('count', ada, () => new Promise<void>(resolve => (end = resolve))).then(() => told.push('ada'))
    const second = run('count', grace).then(() => told.push('grace'))
    await expect(run('count', grace)).rejects.toMatchObject({ status: 429 })
    await expect(run('count')).rejects.toMatchObject({ status: 429 })
    end()
    const again = first.then(() => run('count')).then(() => told.push('ada again'))
    await Promise.all([first, second, again])
    expect(told).toEqual(['ada', 'grace', 'ada again'])
  })

  test('is refused when the turn does not come for long', async () => {
    vi.useFakeTimers()
    let end = () => {}
    const first = alone('count', ada, () => new Promise<void>(resolve => (end = resolve)))
    const second = run('count', grace)
    const refused = expect(second).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await refused
    end()
    await first
    expect(await run('count', grace)).toBe('done')
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

test('many calls of one caller hold up nobody else’s, and a tenant’s work is done one at a time', async () => {
  const caller = (userId: string) => ({ userId, tenant: { id: 'spa' } }) as MemberCaller
  const [ada, grace] = [caller('ada'), caller('grace')]
  const told: string[] = []
  let atOnce = 0
  const call = (name: string, who: MemberCaller) =>
    inLine('figures', who, async () => {
      told.push(name)
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      atOnce--
    })
  await Promise.all([call('ada 1', ada), call('ada 2', ada), call('ada 3', ada), call('grace', grace)])
  expect(told).toEqual(['ada 1', 'grace', 'ada 2', 'ada 3'])
})

test('a caller’s second call waits no longer than the first', async () => {
  vi.useFakeTimers()
  const caller = (userId: string) => ({ userId, tenant: { id: 'spa' } }) as MemberCaller
  const [ada, grace] = [caller('ada'), caller('grace')]
  const ends: (() => void)[] = []
  const call = (who: MemberCaller) =>
    inLine('figures', who, () => new Promise<void>(resolve => ends.push(resolve))).catch((error: unknown) => error)
  const calls = [call(ada), call(grace), call(ada)]
  const last = call(grace)
  await vi.advanceTimersByTimeAsync(9000)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1000)
  const answer = await Promise.race([last, 'still in line'])
  vi.useRealTimers()
  ends[2]?.()
  await Promise.all(calls)
  expect(answer).toMatchObject({ status: 429, code: 'rate_limited' })
})
