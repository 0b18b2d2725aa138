import { LRUCache } from 'lru-cache'
import type { calls } from '../../../src/calls'
import type { Answers } from '../../../src/scheduling'
import { contentTag, isKnown, type RequestOf } from '../../serve'
import { loadVersioned, readSource, type SourceQuery, sourceQuery } from './loadSnapshot'
import { ask, type RequestQuery } from './questions'

interface Kept {
  tag: string
  /** What the answer was made of; `query` reads it anew. */
  source: string
  query: SourceQuery
  /** Until `until`, the clock changes nothing. Epoch milliseconds. */
  from: number
  until: number
}

/** Characters of SQL. */
const mostCharacters = 16_000_000

/** By question. Each process may have its own, since the data is read each time. */
const tags = new LRUCache<string, Kept>({
  maxSize: mostCharacters,
  sizeCalculation: ({ query }) => query.text.length + JSON.stringify(query.parameters).length,
})

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
  if (kept && isKnown(kept.tag, callersTags) && kept.from <= now && now <= kept.until) {
    const source = await read(db => readSource(db, kept.query, now), { single: true })
    if (source === kept.source) return new Response(null, { status: 304, headers: { ETag: kept.tag } })
  }
  const isAsking = callersTags !== undefined
  const { answers, known } = await read(
    async db => {
      const asked = { variantIds: [variantId], from, to, durationMinutes, now, isAnonymous: true }
      const { snapshot, setup, version } = await loadVersioned(db, tenantId, asked)
      const answers = await ask(db, tenantId, snapshot, question)
      if (!isAsking || version === null) return { answers, known: null }
      const query = sourceQuery(db, tenantId, setup, question)
      return { answers, known: { query, source: await readSource(db, query, now) } }
    },
    // What the answer is made of and its hash are of one moment.
    { moment: isAsking },
  )
  const answer = answerOf(answers)
  if (known?.source)
    tags.set(key, {
      ...{ tag: contentTag(JSON.stringify(answer), {}), source: known.source, query: known.query },
      ...{ from: now, until: answers.steadyUntil(from, to) },
    })
  return answer
}
