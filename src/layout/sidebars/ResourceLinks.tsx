import { MenuEntries } from '../additions'
import { useArea } from '../areas'
import { NavLink } from './NavLink'
import { useResourceLinks } from './useResourceLinks'

/**
 * Links to the area's resources: at `/`, also the subjects' `menu`.
 * @param except addresses with their own link
 */
export const ResourceLinks = ({ except = [] }: { except?: readonly string[] }) => {
  const { base } = useArea()
  return (
    <>
      {useResourceLinks()
        .filter(({ to }) => !except.includes(to))
        .map(link => (
          <NavLink key={link.to} {...link} />
        ))}
      {base === '/' && <MenuEntries />}
    </>
  )
}
