import { Link, useLocation } from 'react-router'
import { hasRole } from '../../declare'
import { useRole } from '../../show'
import { isForStaff, type Preset, presets } from './presets'
import styles from './reports.module.css'
import { useText } from './useText'

const kept = ['period', 'from', 'to', 'compare', 'resourceId', 'resourceTypeId', 'catalogItemId', 'channelId', 'source']

export const PresetTabs = ({ current }: { current: Preset }) => {
  const text = useText()
  const role = useRole()
  const { search } = useLocation()
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => kept.includes(name)))
  const rest = query.size > 0 ? `?${query}` : ''
  return (
    <nav aria-label={text('reports.presets')} className={styles.tabs}>
      {presets
        .filter(preset => !isForStaff(preset) || hasRole(role, 'staff'))
        .map(preset => (
          <Link
            key={preset.key}
            to={`/reports/${preset.path}${rest}`}
            aria-current={preset === current ? 'page' : undefined}
          >
            {text(`reports.preset.${preset.key}`)}
          </Link>
        ))}
    </nav>
  )
}
