import Business from '@mui/icons-material/BusinessOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import Key from '@mui/icons-material/KeyOutlined'
import People from '@mui/icons-material/PeopleOutlined'
import Rule from '@mui/icons-material/RuleOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import { createContext, type ReactNode, useContext } from 'react'
import type { IconName } from '../schema'
import type { MachineIcon } from '../schema/machineIcon'

export type OwnIcons = Readonly<Partial<Record<IconName, typeof SvgIcon>>>

const core: Readonly<Record<MachineIcon, typeof SvgIcon>> = {
  business: Business,
  history: History,
  key: Key,
  people: People,
  rule: Rule,
}

const IconsContext = createContext<OwnIcons>(core)

export const IconsProvider = ({ icons, children }: { icons: OwnIcons | undefined; children: ReactNode }) => (
  <IconsContext value={{ ...core, ...icons }}>{children}</IconsContext>
)

/**
 * By names in declarations.
 *
 * @throws if the product has no icon of that name
 */
export const useIconOf = (): ((name: IconName) => typeof SvgIcon) => {
  const icons = useContext(IconsContext)
  return name => {
    const icon = icons[name]
    if (!icon) throw new Error(`The product gives no icon called ${name}.`)
    return icon
  }
}
