/** The messages of an error and of its causes, for people who start a server: no stack. */
export const reasons = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...(error.cause ? reasons(error.cause) : [])] : [String(error)]
