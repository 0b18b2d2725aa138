import { useStore } from 'ra-core'

/** What the colors of bookings mean; this browser remembers it. */
export const useColorBy = () => useStore<'status' | 'item'>('availability.colorBy', 'status')
