import type { MachineEnglish } from './en/machine'

/** English texts by their keys. A product adds its own: `declare module 'slotwise/show' { interface Texts { … } }`. */
export interface Texts extends MachineEnglish {}
