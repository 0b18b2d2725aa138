import entry from 'virtual:slotwise/entry'
import { createApplication } from './application/createApplication'

createApplication(entry)
