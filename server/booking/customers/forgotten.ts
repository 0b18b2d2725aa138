/** What is left of a customer whose person was removed; their name is the same in every language. */
export const forgottenPerson = {
  name: '—',
  email: null,
  phone: null,
  locale: null,
  timeZone: null,
  notes: null,
  tags: [],
  blockedReason: null,
  externalId: null,
} as const

/** What is left of what was noted with their bookings. */
export const forgottenNotes = { notes: null, internalNotes: null, answers: {}, cancellationReason: null } as const
