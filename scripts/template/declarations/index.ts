import { withCore } from 'slotwise/declare'
import { contacts } from './contacts'

/** In sidebar order. */
export const resources = withCore([contacts])
