import { patience } from './deadline'

/** Answers that were asked for ahead of the application, by address. Each is taken once. */
const begun = new Map<string, { token: string; answer: Promise<Response> }>()

/** Asks for these addresses while the code that will want them is still being loaded. */
export const giveHeadStart = (urls: readonly string[], token: string): void => {
  for (const url of urls) {
    const answer = fetch(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience.read),
    })
    // Nobody may come for it; whoever does hears of the failure.
    answer.catch(() => {})
    begun.set(url, { token, answer })
  }
}

/** The answer to a GET that has been begun with this token; undefined when there is none. */
export const takeHeadStart = (url: string, token: string | null): Promise<Response> | undefined => {
  const call = begun.get(url)
  begun.delete(url)
  return call && call.token === token ? call.answer : undefined
}
