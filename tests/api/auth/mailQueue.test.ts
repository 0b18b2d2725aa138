import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createJobs, type JobQueue, type Jobs } from '../../../server/jobs/jobs'
import { createSealer } from '../../../server/seal'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type MailServer, recipientOf, startMailServer } from '../support/mailServer'
import { password, startTestAuth, type TestAuth } from './support'

const hour = 3_600_000

describeOnBoth('mails of the auth service', use => {
  let server: MailServer
  let jobs: Jobs
  let service: TestAuth
  let address: string
  let count = 0

  /** Starts a process: its service and its jobs. */
  const start = async (retrySeconds: readonly number[]) => {
    jobs = createJobs({ database: use().database, isOn: true, sweepSeconds: 0.1, log: () => {} })
    service = await startTestAuth({
      ...{ on: use(), confirmEmail: true, smtpUrl: server.url },
      mailWork: { alarm: jobs, retrySeconds, sealer: createSealer(Buffer.alloc(32, 9)) },
    })
  }
  /** Ends the process and starts another. */
  const restart = async (retrySeconds: readonly number[]) => {
    await jobs.stop()
    await service.close()
    await start(retrySeconds)
  }
  const work = () => jobs.start([service.auth.mailQueue as JobQueue])
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    address = `person-${++count}@example.test`
    await start(Array(1000).fill(0))
    await service.auth.createAccount(address, password)
  })
  afterEach(async () => {
    await jobs.stop()
    await service.close()
    server.mode = 'works'
    server.mails.length = 0
    service.clock.offset = 0
  })

  const rows = async () =>
    (await use().owner.query('select id, sealed, attempts from auth_service.mails order by position')).rows
  const recover = async () => {
    expect((await service.post('/recover', { email: address })).status).toBe(200)
    await service.auth.settled()
  }
  const nothingLeft = () => expect.poll(rows).toEqual([])

  test('a mail that was written before the process died goes out by another, once', async () => {
    await recover()
    const [kept] = await rows()
    expect(kept.attempts).toBe(0)
    await restart([])
    work()
    await nothingLeft()
    expect(server.mails.map(recipientOf)).toEqual([address])
    expect(server.mails[0]?.messageId).toBe(`<${kept.id}@127.0.0.1>`)
  })

  test('a busy server gets it later, as the same mail, and its link works', async () => {
    server.mode = 'hangs up after the mail'
    work()
    await recover()
    await server.has(1)
    server.mode = 'works'
    await nothingLeft()
    expect(server.mails.length).toBeGreaterThan(1)
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1)
    const token = /token_hash=([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1]
    const { status } = await service.post('/verify', { type: 'recovery', token_hash: token })
    expect(status).toBe(200)
  })

  test('what cannot be sent is given up, and what is refused is not tried again', async () => {
    await restart([0, 0])
    server.mode = 'is busy'
    work()
    await recover()
    await nothingLeft()
    server.mode = 'refuses'
    await recover()
    await nothingLeft()
    expect(server.mails).toEqual([])
    expect(service.log.filter(line => line.includes('gave_up'))).toHaveLength(1)
    expect(service.log.filter(line => line.includes('rejected'))).toHaveLength(1)
  })

  test.each([
    [
      'is over',
      async () => {
        service.clock.offset = hour + 1
      },
    ],
    [
      'was voided',
      () =>
        use()
          .owner.query(
            'delete from auth_service.one_time_tokens using auth_service.users where users.id = user_id and email = $1',
            [address],
          )
          .then(() => {}),
    ],
  ])('a link that %s meanwhile is not sent', async (_, happen) => {
    await recover()
    expect(await rows()).toHaveLength(1)
    await happen()
    work()
    await nothingLeft()
    expect(server.mails).toEqual([])
  })

  test('nothing is readable where it waits, and nothing of it in the log', async () => {
    await recover()
    const [{ sealed }] = await rows()
    server.mode = 'is busy'
    work()
    await expect.poll(async () => service.log.join()).toContain('an auth mail was not sent')
    server.mode = 'works'
    await nothingLeft()
    const token = String(/token_hash=([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1])
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const secret of [token, address])
      for (const [where, text] of Object.entries({ row: sealed, log: service.log.join() }))
        expect([where, text.includes(secret)]).toEqual([where, false])
  })

  test('what is over is pruned with its account, or by its time', async () => {
    await recover()
    service.clock.offset = hour + 1
    expect(await service.auth.prune()).toBeGreaterThan(0)
    expect(await rows()).toEqual([])
  })

  test('a change that is refused tells nobody', async () => {
    const other = `other-${count}@example.test`
    await service.auth.createAccount(other, password)
    const taken = await service.auth.find(
      String((await use().owner.query('select id from auth_service.users where email = $1', [address])).rows[0].id),
    )
    await expect(service.auth.update(String(taken?.id), { email: other })).rejects.toThrow()
    expect(await rows()).toEqual([])
  })
})
