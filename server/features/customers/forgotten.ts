/** The values of an anonymised customer; the name is the same in every language. */
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

/** The values of an anonymised customer's booking notes. */
export const forgottenNotes = {
  notes: null,
  internalNotes: null,
  cancellationReason: null,
  metadata: {},
} as const

/** What is left of what a person noted while waiting. */
export const forgottenWishes = { notes: null, internalNotes: null } as const
/** The values of an anonymised customer's series. */
export const forgottenSeries = { notes: null, internalNotes: null } as const

/** What is left of their answers to an item’s questions, in a column that no declared field fills. */
export const noAnswers: Readonly<Record<string, unknown>> = { answers: '{}' }
/** The same of a booking, with the name that was typed when it was made. */
export const noAnswersOrName: Readonly<Record<string, unknown>> = { ...noAnswers, givenName: null }
