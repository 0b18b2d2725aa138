import { useEffect, useState } from 'react'
import { serverNow } from '../../../dataProvider/serverClock'

/** The server's clock, in epoch milliseconds; it moves once a minute. */
export const useNow = (): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
