import { useEffect, useState } from 'react'

/**
 * The value once typing pauses.
 * @param rest milliseconds without typing
 */
export const useSettled = <T>(typed: T, rest = 200): T => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), rest)
    return () => clearTimeout(timer)
  }, [typed, rest])
  return settled
}
