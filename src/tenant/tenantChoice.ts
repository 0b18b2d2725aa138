/** Outside subdomain mode. */
export const tenantChoiceKey = 'slotwise.currentTenant'

export interface Choice {
  /** Others on this machine choose for themselves. */
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
