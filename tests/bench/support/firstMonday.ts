import { DAY } from '../../../src/time/instant'

/** The Monday after next, at midnight in UTC; epoch milliseconds. */
export const firstMonday = (): number => {
  const today = Math.floor(Date.now() / DAY)
  return (today + 14 - ((today + 3) % 7)) * DAY
}
