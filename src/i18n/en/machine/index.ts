import type { apiKeys } from './apiKeys'
import type { archive } from './archive'
import { audit } from './audit'
import type { bulk } from './bulk'
import type { checks } from './checks'
import { crud } from './crud'
import { figures } from './figures'
import type { files } from './files'
import { form } from './form'
import type { gates } from './gates'
import { history } from './history'
import type { hours } from './hours'
import type { imports } from './imports'
import type { invitations } from './invitations'
import { list } from './list'
import type { listViews } from './listViews'
import type { offline } from './offline'
import type { palette } from './palette'
import type { pickers } from './pickers'
import { problems } from './problems'
import type { savedViews } from './savedViews'
import type { settings } from './settings'
import { shell } from './shell'
import type { superadmin } from './superadmin'
import type { takeBack } from './takeBack'
import { tenant } from './tenant'
import type { trash } from './trash'
import type { webhooks } from './webhooks'

export const machine = {
  ...audit,
  ...crud,
  ...figures,
  ...form,
  ...history,
  ...list,
  ...problems,
  ...shell,
  ...tenant,
} as const

/** Includes texts that load with their inputs (`machineRoomText`). */
export type MachineEnglish = typeof machine &
  typeof apiKeys &
  typeof archive &
  typeof bulk &
  typeof checks &
  typeof files &
  typeof gates &
  typeof hours &
  typeof imports &
  typeof invitations &
  typeof listViews &
  typeof offline &
  typeof palette &
  typeof pickers &
  typeof savedViews &
  typeof settings &
  typeof superadmin &
  typeof takeBack &
  typeof trash &
  typeof webhooks
