import { useId } from 'react'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import { sidebarFor } from '../../layout/sidebars/sidebarFor'
import { resources } from '../../resources'
import figures from '../figures.module.css'
import { ResourceFigure } from '../ResourceFigure'

const administered = resources.flatMap(resource => {
  const base = resource.screens?.base
  return base && sidebarFor(base) === 'superadmin' ? [{ resource, to: `${base}/` }] : []
})

/** How many tenants and users there are, and the way to them. */
const SuperAdminPage = () => {
  const text = useText()
  const id = useId()
  return (
    <Screen title={text('nav.superadmin')} subtitle={text('superadmin.intro')}>
      <section className={figures.section} aria-labelledby={id}>
        <h2 id={id} className={figures.sectionTitle}>
          {text('home.figures')}
        </h2>
        <div className={figures.grid}>
          {administered.map(figure => (
            <ResourceFigure key={figure.to} {...figure} />
          ))}
        </div>
      </section>
    </Screen>
  )
}

export default SuperAdminPage
