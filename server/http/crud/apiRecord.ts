/** A record as the API answers it. */
export type ApiRecord = Record<string, unknown> & { id: string; version: number; updatedAt: string }

/** The entity tag of a record: its version, as `If-Match` gives it back. */
export const entityTag = ({ version }: ApiRecord): string => `"${version}"`
