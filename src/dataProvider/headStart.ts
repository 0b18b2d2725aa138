import { patience } from './deadline'

/** Answers requested before the application loaded, by address. Each is taken once. */
const begun = new Map<string, { token: string; answer: Promise<Response> }>()

/** Requests these addresses while the code that needs them is still loading. */
export const giveHeadStart = (urls: readonly string[], token: string): void => {
  for (const url of urls) {
    const answer = fetch(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience.read),
    })
    // An answer may never be taken; a caller that takes it sees the failure.
    answer.catch(() => {})
    begun.set(url, { token, answer })
  }
}

/** Takes the answer to a GET that was started with this token; undefined if there is none. */
export const takeHeadStart = (url: string, token: string | null): Promise<Response> | undefined => {
  const call = begun.get(url)
  begun.delete(url)
  return call && call.token === token ? call.answer : undefined
}
