import { NavLink } from './NavLink'
import { useResourceLinks } from './useResourceLinks'

/**
 * The sidebar's links to the area's resources that this person may list.
 * @param except addresses that have their own link
 */
export const ResourceLinks = ({ except = [] }: { except?: readonly string[] }) =>
  useResourceLinks()
    .filter(({ to }) => !except.includes(to))
    .map(link => <NavLink key={link.to} {...link} />)
