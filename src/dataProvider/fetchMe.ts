import type { FetchMe, Me } from '../authProvider/me'
import type { HttpClient } from './httpClient'

export const mePath = '/users/me'

export const createFetchMe =
  (http: HttpClient): FetchMe =>
  async signal =>
    (await http('GET', mePath, { signal })).data as Me
