import { withCore } from 'slotwise/declare'
import { contacts } from './contacts'

/** All records, in sidebar order. */
export const resources = withCore([contacts])
