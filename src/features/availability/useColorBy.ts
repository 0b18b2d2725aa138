import { useStore } from 'ra-core'

export const useColorBy = () => useStore<'status' | 'item'>('availability.colorBy', 'status')
