import { NavLink } from './NavLink'
import { useResourceLinks } from './useResourceLinks'

/**
 * Links to the area's permitted resources.
 * @param except addresses that have their own link
 */
export const ResourceLinks = ({ except = [] }: { except?: readonly string[] }) =>
  useResourceLinks()
    .filter(({ to }) => !except.includes(to))
    .map(link => <NavLink key={link.to} {...link} />)
