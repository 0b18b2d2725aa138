import type { FieldKind, Fields } from './field'
import type { AnyResource } from './resource'

/**
 * The fields that the machine itself uses, by kind. Every product declares tenants, users and memberships with at
 * least these.
 *
 * - `tenants` has platform scope; `X-Tenant-ID` holds the id of one. An inactive tenant is read-only. With
 *   `requireSecondFactor` its owners and admins sign in with two factors. Its days end by `timeZone`; fields with
 *   `fromTenant` start with its `timeZone` or `currency`.
 * - `users` has platform scope; each user has one account of the auth service. `userType` includes `superuser`.
 *   Inactive users are refused. `locale` is the language of mails.
 * - `memberships` has tenant scope and `beyondTenant: 'everything'`. `role` has values of `roles` below superuser.
 *   An inactive membership gives no access.
 *
 * A product with API keys declares `apiKeys`, too, with tenant scope, and has the table `api_key_secrets` beside
 * it. A key ends at `expiresAt` or `revokedAt`.
 */
export const coreFields = {
  tenants: {
    name: 'text',
    slug: 'slug',
    timeZone: 'timezone',
    currency: 'currency',
    requireSecondFactor: 'flag',
    isActive: 'flag',
  },
  users: { email: 'email', name: 'text', userType: 'choice', locale: 'locale', isActive: 'flag' },
  memberships: { tenantId: 'reference', userId: 'reference', role: 'choice', isActive: 'flag' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldKind>>>>

const keyFields = {
  apiKeys: { name: 'text', scopes: 'choices', expiresAt: 'instant', revokedAt: 'instant' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldKind>>>>

/** What a product's tenants, users and memberships lack, one sentence each. */
export const coreProblems = (resources: readonly AnyResource[]): string[] =>
  Object.entries({ ...coreFields, ...keyFields }).flatMap(([name, kinds]) => {
    const resource = resources.find(one => one.name === name)
    if (!resource && name in keyFields) return []
    if (!resource) return [`There is no resource ${name}: every product has one (src/schema/core.ts).`]
    const fields: Fields = resource.fields
    return Object.entries<FieldKind>(kinds).flatMap(([field, kind]) =>
      fields[field]?.kind === kind
        ? []
        : [`${name}.${field} must be there, and of the kind ${kind} (src/schema/core.ts).`],
    )
  })
