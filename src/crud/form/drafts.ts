export type Draft = Readonly<Record<string, unknown>>

/** In memory only, as input must not reach a disk; keyed by user, as others must not see it. */
const drafts = new Map<string, Draft>()

export const keepDraft = (key: string, draft: Draft | null): void => {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
}

export const draftOf = (key: string): Draft | null => drafts.get(key) ?? null
