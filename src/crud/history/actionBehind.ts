import type { AuditEntry } from '../../contract/auditEntry'
import { type AnyResource, fieldOf, offersOf } from '../../schema'

/** The recorded action, or one with a matching transition: of fields that people cannot write directly. */
export const actionBehind = (
  resource: AnyResource,
  { via, changes }: Pick<AuditEntry, 'via' | 'changes'>,
): string | undefined =>
  offersOf(resource).find(({ name, action: { when, sets } }) => {
    if (via) return name === via
    const fields = Object.entries(sets)
    return (
      fields.length > 0 &&
      fields.every(([field, value]) => {
        const from = when[field]
        const change = changes[field]
        return (
          change !== undefined &&
          change.to === value &&
          Array.isArray(from) &&
          from.includes(change.from) &&
          !fieldOf(resource, field)?.writable
        )
      })
    )
  })?.name
