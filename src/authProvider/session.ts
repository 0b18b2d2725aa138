import { config } from '../config'
import { createSession } from './createSession'

export const session = createSession({ config })
