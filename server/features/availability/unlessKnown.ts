import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { calls } from '../../../src/calls'
import type { Answers, Snapshot } from '../../../src/scheduling'
import { contentTag, isKnown, type RequestOf } from '../../serve'
import { loadVersioned } from './loadSnapshot'
import { ask, type RequestQuery } from './questions'

interface Kept {
  tag: string
  fingerprint: string
  /** Until `until`, the clock changes nothing. Epoch milliseconds. */
  from: number
  until: number
}

/** By question. Each process may have its own, since the data is read each time. */
const tags = new LRUCache<string, Kept>({ max: 10_000 })

const fingerprintOf = (version: string, { busyTimes = [], allocations, timeslots, turns }: Snapshot): string => {
  const hash = createHash('sha1').update(version)
  for (const { allocation, blockedStarts, blockedEnds } of busyTimes)
    hash
      .update(JSON.stringify([allocation, blockedStarts.length]))
      .update(Float64Array.from(blockedStarts))
      .update(Float64Array.from(blockedEnds))
  return hash.update(JSON.stringify([allocations, timeslots, turns])).digest('base64url')
}

type Request = Pick<
  RequestOf<typeof calls.availability.slots | typeof calls.availability.days>,
  'caller' | 'headers' | 'read' | 'services'
>

/** Answers 304 without the engine if the caller has the current answer. */
export const unlessKnown = async <T>(
  { caller, headers, read, services }: Request,
  question: RequestQuery & { from: number; to: number },
  answerOf: (answers: Answers) => T,
): Promise<T | Response> => {
  const { variantId, from, to, durationMinutes } = question
  const tenantId = caller.tenant.id
  const now = services.now()
  const callersTags = headers.get('if-none-match') ?? undefined
  const key = JSON.stringify([tenantId, question])
  const kept = tags.get(key)
  const isCurrent = (fingerprint: string) =>
    kept?.fingerprint === fingerprint && isKnown(kept.tag, callersTags) && kept.from <= now && now <= kept.until
  const { fingerprint, answers } = await read(async db => {
    const asked = { variantIds: [variantId], from, to, durationMinutes, now, isAnonymous: true }
    const { snapshot, version } = await loadVersioned(db, tenantId, asked)
    const fingerprint = callersTags !== undefined && version !== null ? fingerprintOf(version, snapshot) : null
    const isSame = fingerprint !== null && isCurrent(fingerprint)
    return { fingerprint, answers: isSame ? null : await ask(db, tenantId, snapshot, question) }
  })
  if (!answers) return new Response(null, { status: 304, headers: { ETag: kept?.tag ?? '' } })
  const answer = answerOf(answers)
  if (fingerprint !== null)
    tags.set(key, {
      ...{ tag: contentTag(JSON.stringify(answer), {}), fingerprint },
      ...{ from: now, until: answers.steadyUntil(from, to) },
    })
  return answer
}
