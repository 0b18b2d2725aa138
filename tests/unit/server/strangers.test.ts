import { expect, it, vi } from 'vitest'
import { Problem } from '../../../server/http/problem'
import { type Asking, createFront } from '../../../server/http/strangers'

const limits = { most: 2, ofNetwork: 2, atOnce: 1 }
const call = (more: Partial<Asking> = {}): Asking => ({
  ...{ network: 'a', key: null, isFresh: false, isWrite: true },
  ...more,
})
const taken = new Problem('conflict', 'Taken.', { isForAll: true })

it('tells all who ask for what is taken within a second, and works it out once', async () => {
  const front = createFront(limits)
  const work = vi.fn(async (about: (tenantId: string) => void) => {
    about('spa')
    throw taken
  })
  const ask = (network: string) => front.serve(call({ network, alike: 'ten o’clock' }), work)
  await expect(ask('a')).rejects.toBe(taken)
  await expect(ask('b')).rejects.toBe(taken)
  expect(work).toHaveBeenCalledTimes(1)
  front.forget('court')
  await expect(ask('c')).rejects.toBe(taken)
  expect(work).toHaveBeenCalledTimes(1)
  front.forget('spa')
  await expect(ask('d')).rejects.toBe(taken)
  expect(work).toHaveBeenCalledTimes(2)
})

it('asks anew for whoever gave a place back since, and shares no refusal that is meant for one', async () => {
  const front = createFront(limits)
  const ask = (network: string, error: Problem) =>
    front.serve(call({ network, alike: 'ten o’clock' }), () => Promise.reject(error))
  await expect(ask('a', taken)).rejects.toBe(taken)
  await front.serve(call({ network: 'b' }), async () => 'given back')
  const own = new Problem('rate_limited', 'You hold too much.')
  await expect(ask('b', own)).rejects.toBe(own)
  await expect(ask('c', own)).rejects.toBe(taken)
})

it('lets whoever holds a place go before the crowd, once the place has proved true', async () => {
  const front = createFront(limits)
  front.admit('held')
  let end = () => {}
  const begun: string[] = []
  const one = front.serve(call(), () => new Promise<void>(resolve => (end = resolve)))
  const asking = (token?: string) =>
    front.serve(call({ network: 'b', token }), async () => void begun.push(token ?? 'crowd'))
  const all = [asking(), asking('held')]
  await expect(asking('made up')).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await Promise.all([one, ...all])
  expect(begun).toEqual(['held', 'crowd'])
})
