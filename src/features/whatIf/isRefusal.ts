/** Whether an answer is a refusal, which saving gives itself and at its fields. */
export const isRefusal = (error: unknown): boolean => {
  const status = (error as { status?: number } | null)?.status ?? 0
  return status >= 400 && status < 500
}
