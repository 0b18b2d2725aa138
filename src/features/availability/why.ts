/** A time to be explained. */
export interface Why {
  /** Instants. */
  startsAt: string
  /** Null: after the variant's own length. */
  endsAt: string | null
  /** Null: any resource that could be taken. */
  resourceId: string | null
}

/** A time as an address holds it: `{instant}/{instant}@{resource}`, the last two if they are known. */
export const writeWhy = ({ startsAt, endsAt, resourceId }: Why): string =>
  startsAt + (endsAt ? `/${endsAt}` : '') + (resourceId ? `@${resourceId}` : '')

/** Null if the text is not a time. */
export const readWhy = (text: string | null): Why | null => {
  const [times = '', resourceId = null] = text?.split('@') ?? []
  const [startsAt = '', endsAt = null] = times.split('/')
  const isInstant = (one: string) => !Number.isNaN(Date.parse(one))
  return isInstant(startsAt) && (endsAt === null || isInstant(endsAt)) ? { startsAt, endsAt, resourceId } : null
}
