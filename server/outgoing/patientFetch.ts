import { within } from '../within'

const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304

/** For services configured by an operator. Rejects after `patience` milliseconds. */
export const patientFetch =
  (patience: number) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    within(
      patience,
      async signal => {
        const answer = await fetch(input, { ...init, signal })
        const body = await answer.arrayBuffer()
        return new Response(isEmpty(answer.status) ? null : body, answer)
      },
      { signal: init.signal ?? undefined, tooLate: () => new Error(`There was no answer within ${patience} ms.`) },
    )
