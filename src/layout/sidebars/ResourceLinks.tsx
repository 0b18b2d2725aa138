import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import { useMachineText } from '../../i18n/useMachineText'
import { mayAccess } from '../../schema'
import { useArea, useAreaOf } from '../areas'
import { resourceIcons } from '../resourceIcons'
import { useRole } from '../useRole'
import { NavLink } from './NavLink'

/**
 * Links to the current area's declared resources that the person may see.
 * @param except addresses that have a link of their own
 */
export const ResourceLinks = ({ except = [] }: { except?: readonly string[] }) => {
  const { all } = useRegistry()
  const area = useArea()
  const areaOf = useAreaOf()
  const translate = useMachineText()
  const role = useRole()
  return all.map(({ kind, name, screens, access, icon }) =>
    screens && areaOf(screens.base) === area && !except.includes(screens.base) && mayAccess(role, access, 'list') ? (
      <NavLink
        key={name}
        to={`${screens.base}/`}
        label={translate(resourceKeys({ name }).name, { smart_count: kind === 'singleton' ? 1 : 2 })}
        icon={resourceIcons[icon]}
      />
    ) : null,
  )
}
