import { useEffect, useState } from 'react'

/** In milliseconds. */
const patience = 400

/** Debounces a JSON value. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key)), patience)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
