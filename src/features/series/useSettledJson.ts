import { useMemo } from 'react'
import { useSettled } from '../../show'

/** The value once its JSON is unchanged for 400 ms. */
export const useSettledJson = <T>(value: T): T => {
  const settled = useSettled(JSON.stringify(value), 400)
  return useMemo(() => JSON.parse(settled), [settled])
}
