export interface Why {
  startsAt: string
  /** Null for the variant's own length. */
  endsAt: string | null
  /** Null for any resource. */
  resourceId: string | null
}

/** `{instant}/{instant}@{resource}`, the last two if known. */
export const writeWhy = ({ startsAt, endsAt, resourceId }: Why): string =>
  startsAt + (endsAt ? `/${endsAt}` : '') + (resourceId ? `@${resourceId}` : '')

export const readWhy = (text: string | null): Why | null => {
  const [times = '', resourceId = null] = text?.split('@') ?? []
  const [startsAt = '', endsAt = null] = times.split('/')
  const isInstant = (one: string) => !Number.isNaN(Date.parse(one))
  return isInstant(startsAt) && (endsAt === null || isInstant(endsAt)) ? { startsAt, endsAt, resourceId } : null
}
