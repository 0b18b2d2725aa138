import { useEffect, useState } from 'react'

/** How long to wait after the last change before the dates are looked at, in milliseconds. */
const patience = 400

/** A value that is JSON, once it has not changed for a moment. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key)), patience)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
