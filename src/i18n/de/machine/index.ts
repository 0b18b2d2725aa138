import type { MachineEnglish } from '../../en/machine'
import { apiKeys } from './apiKeys'
import { archive } from './archive'
import { audit } from './audit'
import { bulk } from './bulk'
import { checks } from './checks'
import { crud } from './crud'
import { figures } from './figures'
import { files } from './files'
import { form } from './form'
import { gates } from './gates'
import { history } from './history'
import { hours } from './hours'
import { imports } from './imports'
import { invitations } from './invitations'
import { list } from './list'
import { listViews } from './listViews'
import { offline } from './offline'
import { palette } from './palette'
import { pickers } from './pickers'
import { problems } from './problems'
import { ra } from './ra'
import { records } from './records'
import { savedViews } from './savedViews'
import { settings } from './settings'
import { shell } from './shell'
import { superadmin } from './superadmin'
import { takeBack } from './takeBack'
import { tenant } from './tenant'
import { trash } from './trash'
import { webhooks } from './webhooks'

const said: Readonly<Record<keyof MachineEnglish, string>> = {
  ...apiKeys,
  ...archive,
  ...audit,
  ...bulk,
  ...checks,
  ...crud,
  ...figures,
  ...files,
  ...form,
  ...gates,
  ...history,
  ...hours,
  ...invitations,
  ...list,
  ...listViews,
  ...offline,
  ...palette,
  ...pickers,
  ...problems,
  ...savedViews,
  ...settings,
  ...shell,
  ...superadmin,
  ...tenant,
  ...takeBack,
  ...trash,
  ...imports,
  ...webhooks,
}

export const germanMachine = { ...said, ...ra, ...records }
