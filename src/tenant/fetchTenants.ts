import type { HttpClient } from '../dataProvider/httpClient'
import { queryString } from '../dataProvider/queryString'
import type { Tenant } from './Tenant'
import type { FetchTenants } from './TenantProvider'

const perPage = 100

const pageQuery = (page: number) => ({ page, perPage, sort: 'name', order: 'ASC' })

/** Enough for most people. */
export const firstTenantsPath = `/tenants${queryString(pageQuery(1))}`

export const createFetchTenants =
  (http: HttpClient): FetchTenants =>
  async signal => {
    const tenants: Tenant[] = []
    for (let page = 1; ; page++) {
      const { data, headers } = await http('GET', '/tenants', { query: pageQuery(page), signal })
      const records = Array.isArray(data) ? (data as Tenant[]) : []
      tenants.push(...records)
      const total = headers.get('X-Total-Count')
      if (records.length < perPage || total === null || tenants.length >= Number(total)) return tenants
    }
  }
