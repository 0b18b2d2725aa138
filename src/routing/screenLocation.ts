import type { RouterTo } from 'ra-core'
import { type Registry, screenPath } from '../schema'

const screenAddress = ({ find }: Registry, pathname: string): string => {
  const [, name, part, rest] = pathname.split('/')
  const resource = find(name ?? '')
  // The base equals the name.
  if (!resource?.screens || part === 'new' || rest === 'edit') return pathname
  if (!part) return screenPath(resource, 'list')
  if (part === 'create') return screenPath(resource, 'create')
  return screenPath(resource, rest === 'show' ? 'show' : 'edit', decodeURIComponent(part))
}

/** `/schedules/5` → `/setup/schedules/5/edit` */
export const screenLocation = (registry: Registry, to: RouterTo): RouterTo => {
  if (typeof to !== 'string') return to.pathname ? { ...to, pathname: screenAddress(registry, to.pathname) } : to
  const end = to.search(/[?#]/)
  return end < 0 ? screenAddress(registry, to) : screenAddress(registry, to.slice(0, end)) + to.slice(end)
}
