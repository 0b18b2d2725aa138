import type { UserMetadata } from './accounts'
import { validationFailed } from './authError'

/** Characters of JSON. Access tokens carry the metadata in a header and a cookie. */
const maxLength = 1024

export const mergeMetadata = (old: UserMetadata, changes: UserMetadata): UserMetadata => {
  const merged = Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null))
  if (JSON.stringify(merged).length > maxLength) {
    throw validationFailed(`User metadata cannot be longer than ${maxLength} characters`)
  }
  return merged
}
