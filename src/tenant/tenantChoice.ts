/** Where the chosen tenant is kept, outside subdomain mode. */
export const tenantChoiceKey = 'slotwise.currentTenant'

export interface Choice {
  /** A choice is one person's: somebody else who signs in on the same machine makes their own. */
  userId: string
  tenantId: string
}

export const readChoice = (): Choice | null => {
  try {
    return JSON.parse(localStorage.getItem(tenantChoiceKey) ?? 'null') as Choice | null
  } catch {
    return null
  }
}

export const writeChoice = (choice: Choice | null): void => {
  if (choice) localStorage.setItem(tenantChoiceKey, JSON.stringify(choice))
  else localStorage.removeItem(tenantChoiceKey)
}
