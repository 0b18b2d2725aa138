import { useEffect } from 'react'
import { hasRole } from '../../declare'
import { type PaletteProps, useRole } from '../../show'
import { isForStaff, presets } from './presets'
import { useText } from './useText'

const ReportOffers = ({ onOffer }: PaletteProps) => {
  const text = useText()
  const role = useRole()
  useEffect(() => {
    const those = presets.filter(preset => !isForStaff(preset) || hasRole(role, 'staff'))
    onOffer(
      those.map(({ key, path, measures }) => ({
        key: `report ${key}`,
        group: 'page',
        label: text('reports.title', { title: text(`reports.preset.${key}`) }),
        also: () => measures.map(measure => text(`reports.measure.${measure}`)).join(' '),
        run: { to: `/reports/${path}` },
      })),
    )
  }, [text, role, onOffer])
  return null
}

export default ReportOffers
