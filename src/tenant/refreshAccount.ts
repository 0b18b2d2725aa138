import type { QueryClient } from '@tanstack/react-query'
import type { HttpClient } from '../dataProvider/httpClient'
import { tenants } from '../resources/tenants'
import { users } from '../resources/users'

const concernsAccount = (path: string): boolean =>
  [users.api, tenants.api].some(api => path === api || path.startsWith(`${api}/`))

/** Every write to users, tenants and their members also refreshes what is cached above the tenants: who one is, and where one works. */
export const refreshAccount =
  (http: HttpClient, account: QueryClient): HttpClient =>
  async (method, path, request) => {
    const answer = await http(method, path, request)
    if (method !== 'GET' && concernsAccount(path)) void account.invalidateQueries()
    return answer
  }
