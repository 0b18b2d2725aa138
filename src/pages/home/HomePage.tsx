import Button from '@mui/material/Button'
import { useId } from 'react'
import { Link } from 'react-router'
import { useMe } from '../../authProvider/useMe'
import { useDisplay } from '../../crud/format/display'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import { useRole } from '../../layout/useRole'
import { resources } from '../../resources'
import { memberships } from '../../resources/memberships'
import { mayAccess } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import figures from '../figures.module.css'
import { ResourceFigure } from '../ResourceFigure'
import { SetupProgress } from '../setup/SetupProgress'
import { useSetup } from '../setup/useSetup'
import { partOfDay, todayIn } from './today'

const counted = resources.flatMap(resource =>
  resource.scope === 'tenant' && resource.screens ? [{ resource, to: `${resource.screens.base}/` }] : [],
)

/** Greets, and shows how much there is in the current tenant and what is missing. */
const HomePage = () => {
  const text = useText()
  const role = useRole()
  const { data: me } = useMe()
  const { tenantId, tenantName } = useTenant()
  const { locale, timeZone } = useDisplay()
  const { done, needed } = useSetup()
  const id = useId()
  const name = me?.name || me?.email || ''
  return (
    <Screen
      title={text(`home.${partOfDay(new Date(), timeZone)}`, { name })}
      subtitle={text('home.intro', { tenant: tenantName(tenantId), date: todayIn(timeZone, new Date(), locale) })}
    >
      <section className={figures.section} aria-labelledby={id}>
        <h2 id={id} className={figures.sectionTitle}>
          {text('home.figures')}
        </h2>
        <div className={figures.grid}>
          {counted
            .filter(({ resource }) => mayAccess(role, resource.access, 'list'))
            .map(figure => (
              <ResourceFigure key={figure.to} {...figure} />
            ))}
          {tenantId && mayAccess(role, memberships.access, 'list') && (
            <ResourceFigure resource={memberships} to="/settings/members" meta={{ tenantId }} />
          )}
        </div>
      </section>
      <SetupProgress done={done} needed={needed}>
        <Button component={Link} to="/setup/" variant="outlined" size="small">
          {text('home.openSetup')}
        </Button>
      </SetupProgress>
    </Screen>
  )
}

export default HomePage
