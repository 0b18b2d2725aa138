import { bytesBody, type CallAccess, fieldSchema, param, singularName } from '../../../src/contract'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  hasRole,
  inSentence,
  type Role,
  uploadPath,
} from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { filesOf } from '../../db/fileTies'
import { countAbove, countUploads, insertUpload, putInBucket } from '../../files/storedFiles'
import { type Problem, refusal } from '../../http/problem'
import { defineRoute, type Route, type RouteRequest } from '../../http/route'
import { networksAround } from '../../networkOf'
import { lockInvariant } from '../lockInvariant'
import { accessTo, scopesTo } from '../routes'
import { examine } from './examine'
import { orUnavailable } from './orUnavailable'
import { fileValue } from './withFiles'

const megabyte = 1024 * 1024

const pendingLimits = { files: 100, bytes: 100 * megabyte }

/** `ofNetwork` is per day, since anybody may sign up. */
const aboveTenants = { files: 5, bytes: 5 * megabyte, ofNetwork: 25 * megabyte }

const megabytes = (bytes: number): number => Math.floor(bytes / megabyte)

const lower = (a: Role, b: Role): Role => (hasRole(a, b) ? b : a)
const higher = (a: Role, b: Role): Role => (hasRole(a, b) ? a : b)

const accessFor = (resource: AnyResource, { writeRole }: AnyField): CallAccess => {
  if (resource.name === 'users') return { who: 'signedIn' }
  const [update, create] = [accessTo(resource, 'update'), accessTo(resource, 'create')]
  if (update.who !== 'member') return update
  const role = create.who === 'member' ? lower(update.role, create.role) : update.role
  return { who: 'member', role: writeRole ? higher(role, writeRole) : role, tenant: { header: 'X-Tenant-ID' } }
}

const refuseAt = (name: string, ...[code, key, args]: Parameters<typeof refusal>): Problem =>
  refusal(code, key, args, { errors: { [name]: { key, args: args ?? {} } } })

interface Wanted {
  userId: string
  name: string
  size: number
}

const requireRoom = async (
  db: Transaction,
  { services }: Request,
  { tenantId, userId, name, size }: Wanted & { tenantId: string },
): Promise<void> => {
  await lockInvariant(db, `uploads:${tenantId}`)
  const { tenantBytes } = services.files
  const { pending, pendingBytes, allBytes } = await countUploads(db, tenantId, userId)
  if (pending >= pendingLimits.files || pendingBytes + size > pendingLimits.bytes)
    throw refuseAt(name, 'rate_limited', 'refusal.pendingUploads', { max: pendingLimits.files })
  if (allBytes + size > tenantBytes)
    throw refuseAt(name, 'conflict', 'refusal.filesFull', { max: megabytes(tenantBytes) })
}

const requireRoomAbove = async (
  db: Transaction,
  { services, network }: Request,
  { userId, name, size }: Wanted,
): Promise<void> => {
  await lockInvariant(db, 'uploads above tenants')
  const networks = networksAround(network)
  const above = await countAbove(db, userId, networks)
  if (above.files >= aboveTenants.files || above.bytes + size > aboveTenants.bytes)
    throw refuseAt(name, 'rate_limited', 'refusal.pendingPictures', { max: aboveTenants.files })
  if (above.isMember) return
  const isNetworkFull = networks.some(
    ({ times }, index) => (above.ofNetworks[index] ?? 0) + size > aboveTenants.ofNetwork * times,
  )
  if (isNetworkFull || above.ofStrangers + size > services.files.strangerBytes)
    throw refuseAt(name, 'rate_limited', 'refusal.picturesFull')
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

type Request = RouteRequest<unknown, CallAccess, { name: string | undefined }, Uint8Array>

const keep = async (request: Request, resource: AnyResource, name: string, field: AnyField) => {
  await request.authorized()
  const { services, body, query, network } = request
  const caller = request.caller as NonNullable<typeof request.caller>
  const { database, files, now } = services
  const tenantId = filesOf(resource).tenant === null ? null : (caller.tenant?.id ?? null)
  const upload = examine(body, name, field, query.name)
  if (files.bucket) await orUnavailable(putInBucket(database, files.bucket, tenantId, upload, now()))
  return request.write(async ({ db }) => {
    const { userId } = caller
    const wanted = { userId, name, size: upload.size }
    if (tenantId) await requireRoom(db, request, { ...wanted, tenantId })
    else await requireRoomAbove(db, request, wanted)
    await insertUpload(db, tenantId, upload, {
      ...{ userId, isInBucket: files.bucket !== null, networks: networksAround(network) },
    })
    return fileValue(field, tenantId, upload.id, upload)
  })
}

const uploadRoute = (resource: AnyResource, name: string, field: AnyField): Route => {
  const label = (field.label ?? name).toLowerCase()
  const one = inSentence(resource.label[0])
  return defineRoute({
    method: 'POST',
    path: uploadPath(resource.name, name) as '/uploads/x/x',
    access: accessFor(resource, field),
    scopes: scopesTo(resource, 'update'),
    tag: resource.label[1],
    operationId: `upload${singularName(resource)}${pascal(name)}`,
    summary: `Upload the ${label} of a ${one}`,
    description:
      'The body is the file, whatever its Content-Type. The answer is a value of the field, to be sent with the record: ' +
      'without a record that refers to it, the file is deleted after a day, above tenants after an hour.',
    query: { name: param('text', 'The file’s name', { max: 300 }) },
    body: bytesBody((field.options as { maxBytes: number }).maxBytes),
    answer: { status: 201, description: 'The value of the field', schema: fieldSchema(field) },
    handler: async request => ({ status: 201, body: await keep(request as Request, resource, name, field) }),
  })
}

export const fileFields = ({ fields, access }: AnyResource): [name: string, field: AnyField][] =>
  Object.entries(fields as Fields).filter(
    ([, { kind, writable }]) => (kind === 'image' || kind === 'file') && writable && access.write !== 'nobody',
  )

export const uploadRoutes = (resource: AnyResource): Route[] =>
  fileFields(resource).map(([name, field]) => uploadRoute(resource, name, field))
