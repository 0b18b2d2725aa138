import { useTranslate } from 'ra-core'
import { resources } from '../../resources'
import { setupAreas } from '../../routing/setupAreas'
import { mayAccess } from '../../schema'
import { resourceIcons } from '../resourceIcons'
import { useRole } from '../useRole'
import { NavLink } from './NavLink'
import { type SidebarName, sidebarFor } from './sidebarFor'

const isSetupArea = (base: string): boolean => setupAreas.some(area => area.base === base)

/** Links to the declared resources of an area that the person may see, without those that have a link of their own. */
export const ResourceLinks = ({ area }: { area: SidebarName }) => {
  const translate = useTranslate()
  const role = useRole()
  return resources.map(({ name, screens, access, icon }) =>
    screens && sidebarFor(screens.base) === area && !isSetupArea(screens.base) && mayAccess(role, access, 'list') ? (
      <NavLink
        key={name}
        to={`${screens.base}/`}
        label={translate(`resources.${name}.name`, { smart_count: 2 })}
        icon={resourceIcons[icon]}
      />
    ) : null,
  )
}
