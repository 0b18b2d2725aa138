import { useStore } from 'ra-core'

/** Remembered in this browser. */
export const useColorBy = () => useStore<'status' | 'item'>('availability.colorBy', 'status')
