import type { Hono } from 'hono'
import { createUploadRoom } from '../intake/uploadRoom'
import { narrowingOf } from './answer'
import type { Environment } from './environment'
import { createIdentify } from './identity/identify'
import { paramsReader } from './input'
import type { Route } from './route'
import { serveCall } from './serveCall'
import type { Services } from './services'

/** `/tenants/{id}` → `/tenants/:id`; `/feeds/{token}.ics` → `/feeds/:token{…\.ics}` */
export const honoPath = (path: string): string =>
  path.replace(/\{(\w+)\}(\.\w+)?/g, (_, name: string, ending?: string) =>
    ending ? `:${name}{[^/]+\\${ending}}` : `:${name}`,
  )

const bySpecificity = (a: Route, b: Route): number => {
  const key = ({ path }: Route) =>
    path
      .split('/')
      .map(segment => (segment.endsWith('}') ? '2' : segment.startsWith('{') ? '1' : '0'))
      .join('')
  return key(a).localeCompare(key(b))
}

/** Bytes of concurrent uploads. */
const roomForUploads = { all: 128 * 1024 * 1024, ofPerson: 40 * 1024 * 1024 }

export const mountRoutes = (app: Hono<Environment>, routes: readonly Route[], services: Services): void => {
  const shared = { services, room: createUploadRoom(roomForUploads), ...createIdentify(services) }
  for (const route of routes.toSorted(bySpecificity)) {
    const narrow = narrowingOf(route.answer.schema, services.resources)
    const mounted = { ...shared, route, narrow, paramsOf: paramsReader(route.path) }
    app.on(route.method, honoPath(route.path), c => serveCall(mounted, c))
  }
}
