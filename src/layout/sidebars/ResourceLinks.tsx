import { MenuEntries } from '../additions'
import { useArea } from '../areas'
import { NavLink } from './NavLink'
import { useResourceLinks } from './useResourceLinks'

/**
 * The sidebar's links to the area's resources that this person may list; at `/` then the `menu` of subjects.
 * @param except addresses that have their own link
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
