import type { UserMetadata } from './accounts'
import { validationFailed } from './authError'

/** In characters of JSON. Metadata is part of every access token, which must fit into a header and a cookie. */
const maxLength = 1024

/** Sets keys, and removes those that are null, as GoTrue does. @throws AuthError when it becomes too long */
export const mergeMetadata = (old: UserMetadata, changes: UserMetadata): UserMetadata => {
  const merged = Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null))
  if (JSON.stringify(merged).length > maxLength) {
    throw validationFailed(`User metadata cannot be longer than ${maxLength} characters`)
  }
  return merged
}
