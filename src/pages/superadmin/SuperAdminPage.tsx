import { useId } from 'react'
import { useRegistry } from '../../crud/views'
import { isUnder } from '../../routing/isUnder'
import { fieldOf, type Registry } from '../../schema'
import { Screen } from '../../ui/screen/Screen'
import figures from '../figures/figures.module.css'
import { ResourceFigure } from '../figures/ResourceFigure'
import { useCounts } from '../figures/useCounts'
import { TenantOverview } from './TenantOverview'
import { useText } from './useText'

const administeredIn = ({ all }: Registry) =>
  all.flatMap(resource => {
    const base = resource.screens?.base
    const isCounted = base && isUnder(base, '/superadmin') && fieldOf(resource, 'isActive')
    return isCounted ? [{ resource, to: `${base}/` }] : []
  })

const activeOnly = { isActive: true }

const SuperAdminPage = () => {
  const text = useText()
  const id = useId()
  const administered = administeredIn(useRegistry())
  const counts = useCounts(administered.flatMap(({ resource }) => [{ resource }, { resource, filter: activeOnly }]))
  return (
    <Screen title={text('nav.superadmin')} subtitle={text('superadmin.intro')}>
      <section className={figures.section} aria-labelledby={id}>
        <h2 id={id} className={figures.sectionTitle}>
          {text('figures.title')}
        </h2>
        <div className={figures.grid}>
          {administered.map((figure, index) => {
            const [all, active] = counts.slice(2 * index)
            return (
              <ResourceFigure
                key={figure.to}
                {...figure}
                total={all?.total}
                active={active?.total}
                isFailed={Boolean(all?.isFailed)}
              />
            )
          })}
        </div>
      </section>
      <TenantOverview />
    </Screen>
  )
}

export default SuperAdminPage
