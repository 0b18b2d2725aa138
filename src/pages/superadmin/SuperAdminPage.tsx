import { useId } from 'react'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import { sidebarFor } from '../../layout/sidebars/sidebarFor'
import { resources } from '../../resources'
import figures from '../figures.module.css'
import { ResourceFigure } from '../ResourceFigure'
import { useCounts } from '../useCounts'

const administered = resources.flatMap(resource => {
  const base = resource.screens?.base
  return base && sidebarFor(base) === 'superadmin' ? [{ resource, to: `${base}/` }] : []
})

const activeOnly = { isActive: true }
const requests = administered.flatMap(({ resource }) => [{ resource }, { resource, filter: activeOnly }])

/** How many tenants and users there are, and the way to them. */
const SuperAdminPage = () => {
  const text = useText()
  const id = useId()
  const counts = useCounts(requests)
  return (
    <Screen title={text('nav.superadmin')} subtitle={text('superadmin.intro')}>
      <section className={figures.section} aria-labelledby={id}>
        <h2 id={id} className={figures.sectionTitle}>
          {text('home.figures')}
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
    </Screen>
  )
}

export default SuperAdminPage
