import { NavLink } from './NavLink'
import { useResourceLinks } from './useResourceLinks'

/**
 * Links to the current area's declared resources that the person may see.
 * @param except addresses that have a link of their own
 */
export const ResourceLinks = ({ except = [] }: { except?: readonly string[] }) =>
  useResourceLinks()
    .filter(({ to }) => !except.includes(to))
    .map(link => <NavLink key={link.to} {...link} />)
