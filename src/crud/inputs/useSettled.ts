import { useEffect, useState } from 'react'

/** What is being typed, once it has rested for a moment: what is asked of the API does not follow each key. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 200)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
