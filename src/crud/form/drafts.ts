export type Draft = Readonly<Record<string, unknown>>

/**
 * Form input that was unsaved when a session expired. Kept in memory only, so that it never reaches a disk, and by
 * user, so that nobody else who signs in sees it.
 */
const drafts = new Map<string, Draft>()

/** Keeps a draft; null removes it. */
export const keepDraft = (key: string, draft: Draft | null): void => {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
}

export const draftOf = (key: string): Draft | null => drafts.get(key) ?? null
