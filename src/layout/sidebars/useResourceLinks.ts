import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import { useMachineText } from '../../i18n/useMachineText'
import { mayAccess } from '../../schema'
import { useArea, useAreaOf } from '../areas'
import { useIconOf } from '../icons'
import { useRole } from '../useRole'

export const useResourceLinks = () => {
  const { screened } = useRegistry()
  const area = useArea()
  const areaOf = useAreaOf()
  const translate = useMachineText()
  const role = useRole()
  const iconOf = useIconOf()
  return screened.flatMap(({ kind, name, screens, access, icon }) =>
    areaOf(screens.base) === area && mayAccess(role, access, 'list')
      ? {
          to: `${screens.base}/`,
          label: translate(resourceKeys({ name }).name, { smart_count: kind === 'singleton' ? 1 : 2 }),
          icon: iconOf(icon),
        }
      : [],
  )
}
