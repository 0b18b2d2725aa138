// A process of visitors to a booking page, so that their work is not counted where they are answered.
import { createHash } from 'node:crypto'
import http from 'node:http'

/** Visitors come evenly spread over `seconds`, each from an address of their own. */
export interface Crowd {
  url: string
  slug: string
  item: string
  variantId: string
  startsAt: string
  visitors: number
  seconds: number
  /** In milliseconds, for which a visitor tries again when asked to come back. */
  patience: number
}

export interface CrowdOutcome {
  /** Answers by method, kind of call and status, such as `POST holds 409`. */
  answers: Record<string, number>
  /** Visitors by what they were told in the end. */
  told: Record<'booked' | 'soldOut' | 'gaveUp' | 'broken', number>
  /** Milliseconds from each visitor's last try to its answer. */
  lastTries: number[]
  references: string[]
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 512 })

interface Answer {
  status: number
  retryAfter: number
  body: Record<string, unknown>
}

const ask = (url: string, address: string, method = 'GET', body?: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const request = http.request(
      url,
      {
        agent,
        method,
        headers: {
          'X-Forwarded-For': address,
          ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
        },
      },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const isJson = /json/.test(response.headers['content-type'] ?? '')
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number(response.headers['retry-after'] ?? 1),
            body: isJson ? JSON.parse(Buffer.concat(parts).toString()) : {},
          })
        })
      },
    )
    request.on('error', reject)
    request.end(text)
  })

const solve = (challenge: string, bits: number): string => {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest()
    if (bits === 0 || hash.readUInt32BE(0) >>> (32 - bits) === 0) return String(nonce)
  }
}

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

export const sendCrowd = async (crowd: Crowd): Promise<CrowdOutcome> => {
  const outcome: CrowdOutcome = {
    answers: {},
    told: { booked: 0, soldOut: 0, gaveUp: 0, broken: 0 },
    lastTries: [],
    references: [],
  }
  const api = `${crowd.url}/api/public/${crowd.slug}`

  const visit = async (index: number): Promise<keyof CrowdOutcome['told']> => {
    const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
    const until = performance.now() + crowd.patience
    let lastTry = 0
    /** Comes back when it is told to, for as long as it has patience; null afterwards. */
    const patiently = async (kind: string, url: string, method = 'GET', body?: object): Promise<Answer | null> => {
      for (;;) {
        const begin = performance.now()
        const answer = await ask(url, address, method, body)
        lastTry = performance.now() - begin
        const name = `${method} ${kind} ${answer.status}`
        outcome.answers[name] = (outcome.answers[name] ?? 0) + 1
        if (answer.status !== 503 && answer.status !== 429) return answer
        const wait = answer.retryAfter * 1000 * (1 + Math.random() / 2)
        if (performance.now() + wait > until) return null
        await sleep(wait)
      }
    }
    const day = crowd.startsAt.slice(0, 10)
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const attempt = async (): Promise<keyof CrowdOutcome['told']> => {
      const page = await patiently(
        'page',
        `${crowd.url}/book/${crowd.slug}/${crowd.item}?v=${crowd.variantId}&day=${day}`,
      )
      if (!page) return 'gaveUp'
      await sleep(500 + Math.random() * 1500)
      const times = await patiently(
        'availability',
        `${api}/availability?variantId=${crowd.variantId}&from=${day}&to=${next}`,
      )
      if (!times) return 'gaveUp'
      const slots = times.body as unknown as { startsAt: string; status: string }[]
      const slot = slots.find(({ startsAt }) => startsAt === crowd.startsAt)
      if (!slot || slot.status === 'full') return 'soldOut'
      const challenge = await patiently('challenges', `${api}/challenges`, 'POST', {})
      if (!challenge) return 'gaveUp'
      const { challenge: text, bits } = challenge.body as { challenge: string; bits: number }
      const held = await patiently('holds', `${api}/holds`, 'POST', {
        ...{ variantId: crowd.variantId, startsAt: crowd.startsAt, challenge: text, nonce: solve(text, bits) },
      })
      if (!held) return 'gaveUp'
      if (held.status === 409) return 'soldOut'
      if (held.status !== 201 && held.status !== 200) return 'broken'
      await sleep(2200 + Math.random() * 2000)
      const customer = { name: `Visitor ${index}`, email: `visitor-${index}@example.com` }
      const booked = await patiently('confirm', `${api}/holds/${held.body.holdToken}/confirm`, 'POST', {
        customer,
        acceptsPolicy: true,
      })
      if (!booked) return 'gaveUp'
      if (booked.status === 409) return 'soldOut'
      if (booked.status !== 201 && booked.status !== 200) return 'broken'
      outcome.references.push(String(booked.body.reference))
      return 'booked'
    }
    const told = await attempt().catch(() => 'broken' as const)
    outcome.lastTries.push(lastTry)
    return told
  }

  await Promise.all(
    Array.from({ length: crowd.visitors }, async (_, index) => {
      await sleep((index / crowd.visitors) * crowd.seconds * 1000)
      outcome.told[await visit(index)]++
    }),
  )
  return outcome
}

if (process.send) process.on('message', async (crowd: Crowd) => process.send?.(await sendCrowd(crowd)))
