/** One or two letters of the name, or of the address. */
export const initials = (name: string | null | undefined, email: string): string => {
  const words = ((name?.trim() || email).split('@')[0] ?? '').split(/[\s._+-]+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    word => Array.from((word ?? '').toUpperCase())[0] ?? '',
  )
  return letters.join('')
}
