import { BucketFailure } from '../../files/storedFiles'
import { Problem } from '../../http/problem'

export const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    if (!(error instanceof BucketFailure)) throw error
    throw new Problem('unavailable', 'The storage of files does not answer. Try again in a moment.', {
      headers: { 'Retry-After': '2' },
      cause: error,
    })
  })
