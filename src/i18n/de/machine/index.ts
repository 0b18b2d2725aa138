import { checks } from './checks'
import { crud } from './crud'
import { form } from './form'
import { history } from './history'
import { hours } from './hours'
import { list } from './list'
import { problems } from './problems'
import { ra } from './ra'
import { shell } from './shell'
import { tenant } from './tenant'

export const machine = {
  ...checks,
  ...crud,
  ...form,
  ...history,
  ...hours,
  ...list,
  ...problems,
  ...shell,
  ...tenant,
  ...ra,
}
