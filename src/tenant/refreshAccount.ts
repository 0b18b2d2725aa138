import type { QueryClient } from '@tanstack/react-query'
import type { HttpClient } from '../dataProvider/httpClient'

const concernsAccount = (path: string): boolean =>
  ['/users', '/tenants'].some(api => path === api || path.startsWith(`${api}/`))

/** These writes change the cached user. */
export const refreshAccount =
  (http: HttpClient, account: QueryClient): HttpClient =>
  async (method, path, request) => {
    const answer = await http(method, path, request)
    if (method !== 'GET' && concernsAccount(path)) void account.invalidateQueries()
    return answer
  }
