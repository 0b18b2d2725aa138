/** The write will fail alike. */
export const isRefusal = (error: unknown): boolean => {
  const status = (error as { status?: number } | null)?.status ?? 0
  return status >= 400 && status < 500
}
