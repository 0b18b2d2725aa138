import type { Subject } from '../../crud/product'
import { channelsHooks } from './channelsHooks'

export const channels: Subject = { hooks: { channels: channelsHooks } }
