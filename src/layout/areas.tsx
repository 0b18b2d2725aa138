import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useLocation } from 'react-router'
import { isUnder } from '../routing/isUnder'

/** A part of the application with a sidebar of its own. */
export interface Area {
  /** The base of its screens' addresses, such as `/setup`; `/` for screens in no other area. */
  base: string
  Sidebar: ComponentType
  /** Stands under the header of its screens, such as links between them. */
  Tabs?: ComponentType
  /** What a person needs to get in. */
  needs: 'tenant' | 'superuser' | 'session'
}

const AreasContext = createContext<readonly Area[]>([])

/** Provides the shell's areas; the one at `/` comes last. */
export const AreasProvider = ({ areas, children }: { areas: readonly Area[]; children: ReactNode }) => (
  <AreasContext value={areas}>{children}</AreasContext>
)

/** The area that an address is in. @throws when none is at `/` */
export const areaOf = (areas: readonly Area[], pathname: string): Area => {
  const area = areas.find(({ base }) => isUnder(pathname, base))
  if (!area) throw new Error('There is no area at "/".')
  return area
}

/** The current area. */
export const useArea = (): Area => areaOf(useContext(AreasContext), useLocation().pathname)

/** Finds the area of an address. */
export const useAreaOf = (): ((pathname: string) => Area) => {
  const areas = useContext(AreasContext)
  return pathname => areaOf(areas, pathname)
}
