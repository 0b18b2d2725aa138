import { useEffect, useState } from 'react'

/**
 * The value once typing has paused, so that the API is not queried for each key.
 * @param rest how long typing must pause, in milliseconds
 */
export const useSettled = <T>(typed: T, rest = 200): T => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), rest)
    return () => clearTimeout(timer)
  }, [typed, rest])
  return settled
}
