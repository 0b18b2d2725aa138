import { checks } from './checks'
import { crud } from './crud'
import { files } from './files'
import { form } from './form'
import { history } from './history'
import { hours } from './hours'
import { list } from './list'
import { pickers } from './pickers'
import { problems } from './problems'
import { ra } from './ra'
import { shell } from './shell'
import { tenant } from './tenant'

export const machine = {
  ...checks,
  ...crud,
  ...files,
  ...form,
  ...history,
  ...hours,
  ...list,
  ...pickers,
  ...problems,
  ...shell,
  ...tenant,
  ...ra,
}
