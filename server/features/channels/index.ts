import type { Subject } from '../../serve'
import { channelsHooks } from './channelsHooks'

export const channels: Subject = { hooks: { channels: channelsHooks } }
