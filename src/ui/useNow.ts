import { useEffect, useState } from 'react'
import { serverNow } from '../dataProvider/serverClock'
import { MINUTE } from '../time/instant'

/** The server's time in epoch milliseconds, once a minute. */
export const useNow = (): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
