import { useStore } from 'ra-core'

/** What the colors of bookings mean, remembered in this browser. */
export const useColorBy = () => useStore<'status' | 'item'>('availability.colorBy', 'status')
