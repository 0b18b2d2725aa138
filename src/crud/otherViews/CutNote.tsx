import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { Muted } from '../../ui/layout'
import { useViewText } from './useViewText'

export const CutNote = ({ shown, total }: { shown: number; total: number }) => {
  const text = useViewText()
  const { locale } = useDisplay()
  if (shown >= total) return null
  return (
    <Muted role="status">
      {text('crud.views.cut', { shown: formatNumber(shown, locale), total: formatNumber(total, locale) })}
    </Muted>
  )
}
