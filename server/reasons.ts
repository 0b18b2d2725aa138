/** The messages of an error and its causes, without a stack, for people who start a server. */
export const reasons = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...(error.cause ? reasons(error.cause) : [])] : [String(error)]
