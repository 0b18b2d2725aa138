import type { checks } from './checks'
import { crud } from './crud'
import type { files } from './files'
import { form } from './form'
import { history } from './history'
import { hours } from './hours'
import { list } from './list'
import type { pickers } from './pickers'
import { problems } from './problems'
import { shell } from './shell'
import { tenant } from './tenant'

/** The machine's texts for any product, with react-admin's own in `ra.`. */
export const machine = {
  ...crud,
  ...form,
  ...history,
  ...hours,
  ...list,
  ...problems,
  ...shell,
  ...tenant,
} as const

/** Includes texts that load with their inputs (`machineRoomText`). */
export type MachineEnglish = typeof machine & typeof checks & typeof files & typeof pickers
