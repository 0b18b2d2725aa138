import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { calls } from '../../../src/calls'
import type { Answers, Snapshot } from '../../../src/scheduling'
import { isKnown, type RequestOf } from '../../serve'
import { loadVersioned } from './loadSnapshot'
import { ask, type RequestQuery } from './questions'

interface Kept {
  tag: string
  madeOf: string
  /** The clock changes nothing from the one until the other, in epoch milliseconds. */
  from: number
  until: number
}

/** To answer "not modified" without the engine. What an answer is made of is read each time, so that each process has its own. */
const tags = new LRUCache<string, Kept>({ max: 10_000 })

const madeOf = (version: string, { busyTimes = [], allocations, timeslots, turns }: Snapshot): string => {
  const hash = createHash('sha1').update(version)
  for (const { allocation, blockedStarts, blockedEnds } of busyTimes)
    hash
      .update(JSON.stringify([allocation, blockedStarts.length]))
      .update(Float64Array.from(blockedStarts))
      .update(Float64Array.from(blockedEnds))
  return hash.update(JSON.stringify([allocations, timeslots, turns])).digest('base64url')
}

/** The tag that an answer of this JSON has. */
const tagOf = (json: string): string => `W/"${createHash('sha1').update(json).digest('base64url')}"`

type Request = Pick<
  RequestOf<typeof calls.availability.slots | typeof calls.availability.days>,
  'caller' | 'headers' | 'read' | 'services'
>

/**
 * Answers a question about starts in `[from, to)`: with 304 and without the engine if the caller has the answer, and neither what it was
 * made of nor what the clock makes of that has changed.
 */
export const unlessKnown = async <T>(
  { caller, headers, read, services }: Request,
  question: RequestQuery & { from: number; to: number },
  answerOf: (answers: Answers) => T,
): Promise<T | Response> => {
  const { variantId, from, to, durationMinutes } = question
  const tenantId = caller.tenant.id
  const now = services.now()
  const known = headers.get('if-none-match') ?? undefined
  const key = JSON.stringify([tenantId, question])
  const kept = tags.get(key)
  const has = (source: string) =>
    kept?.madeOf === source && isKnown(kept.tag, known) && kept.from <= now && now <= kept.until
  const { source, answers } = await read(async db => {
    const asked = { variantIds: [variantId], from, to, durationMinutes, now, isAnonymous: true }
    const { snapshot, version } = await loadVersioned(db, tenantId, asked)
    const source = known !== undefined && version !== null ? madeOf(version, snapshot) : null
    const isSame = source !== null && has(source)
    return { source, answers: isSame ? null : await ask(db, tenantId, snapshot, question) }
  })
  if (!answers) return new Response(null, { status: 304, headers: { ETag: kept?.tag ?? '' } })
  const answer = answerOf(answers)
  if (source !== null)
    tags.set(key, {
      ...{ tag: tagOf(JSON.stringify(answer)), madeOf: source },
      ...{ from: now, until: answers.steadyUntil(from, to) },
    })
  return answer
}
