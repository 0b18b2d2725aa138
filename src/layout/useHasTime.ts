import { useEffect, useState } from 'react'

export const useHasTime = (): boolean => {
  const [hasTime, setHasTime] = useState(false)
  useEffect(() => {
    const note = () => setHasTime(true)
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(note)
    else setTimeout(note, 200)
  }, [])
  return hasTime
}
