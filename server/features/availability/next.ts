import { DAY } from '../../../src/declare'
import type { NextAvailable } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { loadSetup } from './loadSetup'
import { snapshotOf } from './loadSnapshot'
import { ask } from './questions'

/** Most searches end here, without a year of bookings. */
const nearby = 28 * DAY
const furthest = 366 * DAY

interface NextQuestion {
  variantId: string
  channelId?: string | undefined
  quantity?: number | undefined
  durationMinutes?: number | undefined
  resourceId?: string | undefined
  after: number
  count: number
  now: number
}

export const nextAvailable = async (
  db: Transaction,
  tenantId: string,
  question: NextQuestion,
): Promise<NextAvailable> => {
  const { variantId, durationMinutes, now, count } = question
  const setup = await loadSetup(db, tenantId, { subject: { variantIds: [variantId] } })
  const after = Math.max(question.after, now)
  const search = async (until: number) => {
    const snapshot = await snapshotOf(db, tenantId, setup, {
      from: after,
      to: until,
      durationMinutes,
      now,
      isAnonymous: true,
    })
    return (await ask(db, tenantId, snapshot, question)).next({ after, until, count })
  }
  const near = await search(after + nearby)
  return near.slots.length >= count ? near : search(Math.max(after, now + furthest))
}
