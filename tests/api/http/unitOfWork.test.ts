import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemOrigin } from '../../../server/audit/auditEntry'
import { runUnitOfWork, sendIn, type UnitOfWork } from '../../../server/http/unitOfWork'
import { noAlarm } from '../../../server/jobs/jobs'
import { users } from '../../../src/core'
import { describeOnBoth } from '../support/describeOnDatabase'

const divided = { code: '22012' }

describeOnBoth('A unit of work', use => {
  /** Runs work of nobody. @returns whom the auth service was asked to invite */
  const invitedBy = async (work: (unit: UnitOfWork) => Promise<void>) => {
    const invited: string[] = []
    const directory = {
      invite: async ({ email }: { email: string }) => {
        invited.push(email)
        return null
      },
      update: async () => {},
      delete: async () => {},
    }
    const running = runUnitOfWork(
      {
        ...{ database: use().database, users: directory, actor: { as: 'platform' }, alarm: noAlarm, now: Date.now() },
        ...{ caller: {} as UnitOfWork['caller'], events: null, follow: null, origin: () => systemOrigin },
      },
      work,
    )
    await expect(running).rejects.toMatchObject(divided)
    return invited
  }
  const sendFailing = (unit: UnitOfWork) => sendIn(unit, sql`select 1 / 0`.compile(unit.db))

  test('fails as the first of its statements did, whoever waited for which', async () => {
    await invitedBy(async unit => {
      sendFailing(unit)
      await sql`select 1`.execute(unit.db)
    })
    await invitedBy(async unit => {
      sendFailing(unit)
      throw new Error('never mind')
    })
    await invitedBy(async unit => {
      unit.atEnd.push(async () => sendFailing(unit))
    })
  })

  test('asks nothing of the auth service for what the database refuses without anybody waiting for it', async () => {
    const after = { id: crypto.randomUUID(), tenantId: null, email: 'lost@mail.example' }
    const invited = await invitedBy(async unit => {
      unit.changes.push({ resource: users, before: null, after } as never)
      sendFailing(unit)
    })
    expect(invited).toEqual([])
  })
})
