import { bytesBody, type CallAccess, fieldSchema, singularName, textParam } from '../../../src/contract'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  hasRole,
  inSentence,
  type Role,
  uploadPath,
} from '../../../src/schema'
import { filesOf } from '../../db/fileTies'
import { countUploads, insertUpload, putInBucket } from '../../files/storedFiles'
import { refusal } from '../../http/problem'
import { defineRoute, type Route, type RouteRequest } from '../../http/route'
import { lockInvariant } from '../lockInvariant'
import { accessTo, scopesTo } from '../routes'
import { examine } from './examine'
import { orUnavailable } from './orUnavailable'
import { fileValue } from './withFiles'

/** What one person may have uploaded without a record that refers to it. */
const pendingLimits = { files: 100, bytes: 100 * 1024 * 1024 }

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024)

const lower = (a: Role, b: Role): Role => (hasRole(a, b) ? b : a)
const higher = (a: Role, b: Role): Role => (hasRole(a, b) ? a : b)

/** Who may upload for a field: whoever may write it in some record. */
const accessFor = (resource: AnyResource, { writeRole }: AnyField): CallAccess => {
  // People write their own record.
  if (resource.name === 'users') return { who: 'signedIn' }
  const [update, create] = [accessTo(resource, 'update'), accessTo(resource, 'create')]
  if (update.who !== 'member') return update
  const role = create.who === 'member' ? lower(update.role, create.role) : update.role
  return { who: 'member', role: writeRole ? higher(role, writeRole) : role, tenant: { header: 'X-Tenant-ID' } }
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

type Request = RouteRequest<unknown, CallAccess, { name: string | undefined }, Uint8Array>

const keep = async (request: Request, resource: AnyResource, name: string, field: AnyField) => {
  await request.judged()
  const { services, body, query } = request
  const caller = request.caller as NonNullable<typeof request.caller>
  const { database, files, now } = services
  const tenantId = filesOf(resource).tenant === null ? null : (caller.tenant?.id ?? null)
  const upload = examine(body, name, field, query.name)
  if (files.bucket) await orUnavailable(putInBucket(database, files.bucket, tenantId, upload, now()))
  return request.write(async ({ db }) => {
    await lockInvariant(db, `uploads:${tenantId ?? caller.userId}`)
    const { pending, pendingBytes, allBytes } = await countUploads(db, tenantId, caller.userId)
    if (pending >= pendingLimits.files || pendingBytes + upload.size > pendingLimits.bytes)
      throw refusal('rate_limited', 'refusal.pendingUploads', { max: pendingLimits.files })
    if (tenantId && allBytes + upload.size > files.tenantBytes)
      throw refusal('conflict', 'refusal.filesFull', { max: megabytes(files.tenantBytes) })
    await insertUpload(db, tenantId, upload, { userId: caller.userId, isInBucket: files.bucket !== null })
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
      'without a record that refers to it, the file is deleted after a day.',
    query: { name: textParam('The file’s name', { max: 300 }) },
    body: bytesBody((field.options as { maxBytes: number }).maxBytes),
    answer: { status: 201, description: 'The value of the field', schema: fieldSchema(field) },
    handler: async request => ({ status: 201, body: await keep(request as Request, resource, name, field) }),
  })
}

/** The fields of a resource that hold files, and that somebody may write. */
export const fileFields = ({ fields, access }: AnyResource): [name: string, field: AnyField][] =>
  Object.entries(fields as Fields).filter(
    ([, { kind, writable }]) => (kind === 'image' || kind === 'file') && writable && access.write !== 'nobody',
  )

/** The routes at which files for a resource's fields are uploaded. */
export const uploadRoutes = (resource: AnyResource): Route[] =>
  fileFields(resource).map(([name, field]) => uploadRoute(resource, name, field))
