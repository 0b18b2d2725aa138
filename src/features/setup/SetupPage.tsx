import Button from '@mui/material/Button'
import { useCanAccess } from 'ra-core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { resourceRules } from '../../resources/resourceRules'
import { formatNumber, LoadError, Muted, Screen, useDisplay, useIconOf } from '../../show'
import { useRecordCounts } from '../figures/useRecordCounts'
import { SetupChecklist } from './SetupChecklist'
import styles from './setup.module.css'
import { setupAreas } from './setupAreas'
import { useSetupStatus } from './useSetupStatus'
import { useText } from './useText'

const BeginPanel = lazy(() => import('./BeginPanel'))
const ClosedDaysPanel = lazy(() => import('./ClosedDaysPanel'))

const closing = { pathname: '/setup/resource-rules/', search: '?create=true' }
const closedDays = { isOpenedHere: true, startingValues: { ruleType: 'blackout', applyToAllResources: true } }

const SetupPage = () => {
  const text = useText()
  const iconOf = useIconOf()
  const { locale } = useDisplay()
  const { canAccess } = useCanAccess({ resource: resourceRules.name, action: 'create' })
  const { data: status, error, isLoading, refetch } = useSetupStatus()
  const { data: counts, isError } = useRecordCounts()
  const begin = status && (
    <Suspense>
      <BeginPanel steps={status.steps} />
    </Suspense>
  )
  return (
    <Screen
      title={text('nav.setup')}
      subtitle={text('setup.intro')}
      actions={
        canAccess && (
          <Button component={Link} to={closing} state={closedDays} variant="outlined">
            {text('setup.closeDays')}
          </Button>
        )
      }
    >
      {status && <SetupChecklist steps={status.steps} />}
      {!status?.isComplete && begin}
      {error && !status && <LoadError message={text('setup.failed')} error={error} onRetry={() => void refetch()} />}
      <ol className={styles.areas} hidden={isLoading}>
        {setupAreas.map(({ key, base, icon, resource }) => {
          const Icon = iconOf(icon)
          const count = counts?.find(each => each.resource === resource.name)
          return (
            <li key={key} className={styles.area}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <div className={styles.about}>
                <h2 className={styles.name}>
                  <Link to={`${base}/`} className={styles.link}>
                    {text(`setup.${key}.title`)}
                  </Link>
                </h2>
                <Muted>{text(`setup.${key}.text`)}</Muted>
              </div>
              <span className={styles.count}>
                {isError && !counts ? text('figures.failed') : count && formatNumber(count.total, locale)}
                {typeof count?.active === 'number' && count.active < count.total && (
                  <small>{text('figures.active', { count: formatNumber(count.active, locale) })}</small>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {status?.isComplete && (
        <Suspense>
          <ClosedDaysPanel />
        </Suspense>
      )}
      {/* Arrives late: above the areas, it would move them. */}
      {status?.isComplete && begin}
    </Screen>
  )
}

export default SetupPage
