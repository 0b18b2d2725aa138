import { Navigate, useParams } from 'react-router'
import { hasRole } from '../../declare'
import { Screen, useRole } from '../../show'
import { isForStaff, presets } from './presets'
import { Report } from './Report'
import { useText } from './useText'

const ReportsPage = () => {
  const text = useText()
  const role = useRole()
  const { preset: path } = useParams()
  const preset = presets.find(one => one.path === path)
  if (!preset) return <Navigate to={`/reports/${presets[0].path}`} replace />
  // The API refuses these, too.
  if (isForStaff(preset) && !hasRole(role, 'staff'))
    return (
      <Screen title={text('reports.preset.refused')}>
        <p>{text('reports.notForYou')}</p>
      </Screen>
    )
  return <Report key={preset.key} preset={preset} />
}

export default ReportsPage
