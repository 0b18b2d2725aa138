import { checks } from './checks'
import { crud } from './crud'
import { form } from './form'
import { history } from './history'
import { hours } from './hours'
import { list } from './list'
import { problems } from './problems'
import { shell } from './shell'
import { tenant } from './tenant'

/** The machine's texts, which any product on it has, with react-admin's own in `ra.`. */
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
} as const
