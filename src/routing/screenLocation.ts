import type { RouterTo } from 'ra-core'
import { resources } from '../resources'
import { screenPath } from '../schema'

/** react-admin's address of a declared resource → the product's; every other address stays as it is. */
const screenAddress = (pathname: string): string => {
  const [, name, part, rest] = pathname.split('/')
  const resource = resources.find(one => one.name === name && one.screens)
  // The product's own addresses of a resource whose base is its name.
  if (!resource || part === 'new' || rest === 'edit') return pathname
  if (!part) return screenPath(resource, 'list')
  return part === 'create' ? screenPath(resource, 'create') : screenPath(resource, 'edit', decodeURIComponent(part))
}

/**
 * Where a link of react-admin's leads: `/schedules/5` → `/setup/schedules/5/edit`. The search and the hash are kept.
 */
export const screenLocation = (to: RouterTo): RouterTo => {
  if (typeof to !== 'string') return to.pathname ? { ...to, pathname: screenAddress(to.pathname) } : to
  const end = to.search(/[?#]/)
  return end < 0 ? screenAddress(to) : screenAddress(to.slice(0, end)) + to.slice(end)
}
