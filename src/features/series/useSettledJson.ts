import { useMemo } from 'react'
import { useSettled } from '../../show'

/** A JSON value once it has not changed for 400 ms, however often its object is made anew. */
export const useSettledJson = <T>(value: T): T => {
  const settled = useSettled(JSON.stringify(value), 400)
  return useMemo(() => JSON.parse(settled), [settled])
}
