export type Draft = Readonly<Record<string, unknown>>

/** In memory only, so that input never reaches a disk; keyed by user, so that nobody else sees it. */
const drafts = new Map<string, Draft>()

export const keepDraft = (key: string, draft: Draft | null): void => {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
}

export const draftOf = (key: string): Draft | null => drafts.get(key) ?? null
