/** The messages of an error and its causes, without a stack. */
export const reasons = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...(error.cause ? reasons(error.cause) : [])] : [String(error)]
