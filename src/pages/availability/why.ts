/** A time that is explained. */
export interface Why {
  /** Instants. */
  startsAt: string
  /** Null for after the variant's own length. */
  endsAt: string | null
  /** Null for whichever could be taken. */
  resourceId: string | null
}

/** A time as an address holds it: `{instant}/{instant}@{resource}`, the last two where they are known. */
export const writeWhy = ({ startsAt, endsAt, resourceId }: Why): string =>
  startsAt + (endsAt ? `/${endsAt}` : '') + (resourceId ? `@${resourceId}` : '')

/** Null for what is not a time. */
export const readWhy = (text: string | null): Why | null => {
  const [times = '', resourceId = null] = text?.split('@') ?? []
  const [startsAt = '', endsAt = null] = times.split('/')
  const isInstant = (one: string) => !Number.isNaN(Date.parse(one))
  return isInstant(startsAt) && (endsAt === null || isInstant(endsAt)) ? { startsAt, endsAt, resourceId } : null
}
