/**
 * Reads `9`, `9.30`, `930`, `9 pm`.
 * @returns `HH:mm`, up to 24:00; undefined if not a time
 */
export const readTime = (typed: string): string | undefined => {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/.exec(typed.trim().toLowerCase()) ?? []
  if (!hours) return
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
  const isTime =
    Number(minutes) < 60 && (half ? Number(hours) >= 1 && Number(hours) <= 12 : hour * 60 + Number(minutes) <= 1440)
  return isTime ? `${String(hour).padStart(2, '0')}:${minutes}` : undefined
}

/** More typing cannot change it. */
export const isWholeTime = (typed: string): boolean => /^\d\d:\d\d$|\d:\d\d\s*[ap]\.?m\.?$/i.test(typed.trim())
