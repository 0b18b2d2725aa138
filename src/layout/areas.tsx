import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useLocation } from 'react-router'
import { isUnder } from '../routing/isUnder'

/** A part of the application with its own sidebar. */
export interface Area {
  /** `/setup`; `/` for screens in no other area. */
  base: string
  Sidebar: ComponentType
  needs: 'tenant' | 'superuser' | 'session'
}

const AreasContext = createContext<readonly Area[]>([])

/** The area at `/` comes last. */
export const AreasProvider = ({ areas, children }: { areas: readonly Area[]; children: ReactNode }) => (
  <AreasContext value={areas}>{children}</AreasContext>
)

/** @throws if no area is at `/` */
export const areaOf = (areas: readonly Area[], pathname: string): Area => {
  const area = areas.find(({ base }) => isUnder(pathname, base))
  if (!area) throw new Error('There is no area at "/".')
  return area
}

export const useArea = (): Area => areaOf(useContext(AreasContext), useLocation().pathname)

export const useAreaOf = (): ((pathname: string) => Area) => {
  const areas = useContext(AreasContext)
  return pathname => areaOf(areas, pathname)
}
