import { recipientOf, startMailServer } from '../api/support/mailServer'
import { signInOverHttp } from './support/api'
import { removeData, startServer } from './support/server'
import { expect, test } from './support/test'
import { moreThan, writeUntilKilled } from './support/writeUntilKilled'

/** `node scripts/tryFaults.mjs` asks for twenty. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const DAY = 86_400_000

test('every mail arrives though the process is killed before it went out, or before that was written down', async () => {
  test.setTimeout(240_000 + rounds * 60_000)
  const mails = await startMailServer()
  const env = { SMTP_URL: mails.url, MAIL_RETRY_SECONDS: '1,1,1', JOBS_SWEEP_SECONDS: '1' }
  let server = await startServer({ env })
  const { dataDir } = server
  let tenantId: string | undefined
  const headersNow = async () => {
    const { headers } = await signInOverHttp(server.url)
    return { ...headers, ...(tenantId && { 'x-tenant-id': tenantId }) }
  }
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const headers = await headersNow()
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    const answer = await fetch(`${server.url}/api${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const tenants = await call<{ id: string; name: string }[]>('/tenants')
  tenantId = tenants.find(({ name }) => name === 'Harbor Spa')?.id
  const [item] = await call<{ id: string }[]>('/catalog-items?q=Facial')
  const [variant] = await call<{ id: string }[]>(`/catalog-items/${item?.id}/variants`)
  const [from, to] = [4, 34].map(days => new Date(Date.now() + days * DAY).toISOString())
  const range = new URLSearchParams({ variantId: variant?.id ?? '', from: from ?? '', to: to ?? '' })
  const slots = await call<{ startsAt: string; status: string }[]>(`/availability?${range}`)
  const isFree = slots.filter(({ status }) => status === 'available')
  // One of each day: no limit of a day is in the way of many rounds.
  const free = [...new Map(isFree.map(slot => [slot.startsAt.slice(0, 10), slot])).values()]
  const written: string[] = []
  const repeated: string[] = []
  for (let round = 0; round < rounds; round++) {
    const headers = await headersNow()
    const values = { variantId: variant?.id, startsAt: free[round]?.startsAt, hold: true }
    const hold = await call<{ id: string }>('/bookings', { ...values, customer: { name: 'Guest', phone: '+4930555' } })
    let count = 0
    const write = async () => {
      const email = `guest-${round}-${count++}@mail.example`
      const url = `${server.url}/api/bookings/${hold.id}/send-hold-link`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ email }) })
      return answer.status === 201 ? email : null
    }
    const isAfter = round % 2 === 1
    mails.mode = isAfter ? 'works' : 'is slow'
    const before = mails.mails.length
    const until = isAfter ? () => mails.has(before + 8) : moreThan(8)
    written.push(...(await writeUntilKilled(server, write, until)))
    // The one that the server took last: the process did not live to write that down.
    if (isAfter) repeated.push(...mails.mails.slice(before + 7, before + 8).map(recipientOf))
    mails.mode = 'works'
    server = await startServer({ dataDir, env })
  }
  const got = () => {
    const ids = new Map<string, (string | undefined)[]>()
    for (const mail of mails.mails) {
      const to = recipientOf(mail)
      ids.set(to, [...(ids.get(to) ?? []), mail.messageId])
    }
    return ids
  }
  await expect.poll(() => written.filter(email => !got().has(email)), { timeout: 150_000 }).toEqual([])
  await expect
    .poll(() => repeated.filter(email => (got().get(email)?.length ?? 0) < 2), { timeout: 150_000 })
    .toEqual([])
  // What arrived more than once is one mail.
  expect([...got()].filter(([, ids]) => new Set(ids).size > 1)).toEqual([])
  await server.stop()
  await mails.close()
  await removeData(dataDir)
})
