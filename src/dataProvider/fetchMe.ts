import type { FetchMe, Me } from '../authProvider/me'
import type { HttpClient } from './httpClient'

/** `GET /users/me` */
export const createFetchMe =
  (http: HttpClient): FetchMe =>
  async signal =>
    (await http('GET', '/users/me', { signal })).data as Me
