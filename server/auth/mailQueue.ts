import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DAY } from '../../src/time/instant'
import type { Database, Transaction } from '../db/database'
import { type Alarm, quietShift } from '../jobs/jobs'
import { isFree, leased, leaseQueue } from '../jobs/leaseQueue'
import type { Log } from '../log'
import { attemptMail, type MailResult } from '../mails/attemptMail'
import type { MailTransport } from '../mails/transport'
import type { Sealer } from '../seal'
import { toMail, type WrittenMail } from './mails'
import { isTokenAlive, tokenLifetimes } from './oneTimeTokens'

export interface AuthMailWork {
  alarm: Alarm
  retrySeconds: readonly number[]
  /** Stored mails contain links that sign in. */
  sealer: Sealer
}

interface QueueOptions {
  database: Pick<Database, 'run'>
  transport: MailTransport
  host: string
  sender: string
  words: (mail: WrittenMail) => Promise<Parameters<typeof toMail>[0]>
  now: () => number
  log: Log
  work: Pick<AuthMailWork, 'retrySeconds' | 'sealer'>
}

const authMailQueue = 'auth_mail'
const everybody = 'installation'
const lifetime = 7 * DAY

const purposeOf = (id: string): string => `auth mail ${id}`

interface Taken {
  id: string
  sealed: string
  attempts: number
}

type Attempted = MailResult & { id: string }

export const createAuthMailQueue = ({
  database,
  transport,
  host,
  sender,
  words,
  now,
  log,
  work: { retrySeconds, sealer },
}: QueueOptions) => {
  const run = <T>(work: (trx: Transaction) => Promise<T>) => database.run({ as: 'auth' }, work, { retry: true })
  const at = (ms: number) => new Date(ms).toISOString()

  const write = async (trx: Transaction, mail: WrittenMail): Promise<void> => {
    const id = randomUUID()
    const sealed = sealer.seal(JSON.stringify(mail), purposeOf(id))
    const expiresAt = at(now() + (mail.type === 'link' ? tokenLifetimes[mail.kind] : lifetime))
    await sql`insert into auth_service.mails (id, user_id, sealed, expires_at)
      values (${id}, ${mail.userId}, ${sealed}, ${expiresAt})`.execute(trx)
  }

  const note = async (trx: Transaction, _: string, done: readonly Attempted[]) => {
    for (const { id, outcome, waitSeconds } of done)
      if (outcome === 'later')
        await sql`update auth_service.mails set attempts = attempts + 1, leased_until = null,
          due_at = now() + make_interval(secs => ${waitSeconds}::int) where id = ${id}`.execute(trx)
      else await sql`delete from auth_service.mails where id = ${id}`.execute(trx)
    return []
  }

  const take = async (
    trx: Transaction,
    _: string,
    { room, inHand }: { room: number; inHand: readonly string[] },
  ): Promise<Taken[]> => {
    await sql`delete from auth_service.mails where expires_at <= ${at(now())}`.execute(trx)
    const { rows } = await sql<Taken>`
      with chosen as (
        select id from auth_service.mails where due_at <= now() and ${isFree('mails')}
        and id <> all(${inHand}) order by position limit ${room} for update skip locked
      ), mine as (
        update auth_service.mails set ${leased} from chosen where mails.id = chosen.id
        returning mails.*
      )
      select id, sealed, attempts from mine order by position`.execute(trx)
    return rows
  }

  const attempt = async (
    { id, sealed, attempts }: Taken,
    { hurry }: { hurry: AbortSignal },
  ): Promise<Attempted | null> => {
    const written: WrittenMail = JSON.parse(sealer.open(sealed, purposeOf(id)))
    const { token } = written
    if (token && !(await run(trx => isTokenAlive(trx, token, now()))))
      return { id, outcome: 'rejected', waitSeconds: 0, error: null, isUnsure: false }
    const mail = { ...toMail(await words(written), sender), messageId: `<${id}@${host}>` }
    const result = await attemptMail(transport, mail, { hurry, retry: retrySeconds[attempts] })
    if (result?.error) log('warn', 'an auth mail was not sent', { mailId: id, outcome: result.outcome })
    return result && { id, ...result }
  }

  const queue = leaseQueue<Taken, Attempted>(
    { database, log },
    {
      name: authMailQueue,
      table: 'auth_service.mails',
      due: 'dueAt',
      isOpen: sql`true`,
      installation: { name: everybody, actor: { as: 'auth' } },
      most: 5,
      note,
      take,
      attempt,
    },
  )

  return {
    queue,
    write,
    sendNow: async (): Promise<void> => void (await queue.work(everybody, quietShift())),
    wake: (alarm: Alarm) => alarm.wake(authMailQueue, everybody),
  }
}
