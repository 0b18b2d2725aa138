export type Draft = Readonly<Record<string, unknown>>

/**
 * What was typed in forms when a session ended by itself. Only in memory, so that it is never left on a disk, and by person, so
 * that nobody else who signs in sees it.
 */
const drafts = new Map<string, Draft>()

/** Keeps what was typed; nothing forgets it. */
export const keepDraft = (key: string, draft: Draft | null): void => {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
}

export const draftOf = (key: string): Draft | null => drafts.get(key) ?? null
