import { config } from '../config'
import { createSession } from './createSession'

/** The session of this browser. */
export const session = createSession({ config })
