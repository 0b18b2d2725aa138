import { withCore } from 'slotwise/declare'
import { contacts } from './contacts'

/** All records, in the order of the sidebar. */
export const resources = withCore([contacts])
