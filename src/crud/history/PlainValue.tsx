import { useMachineText } from '../../i18n/useMachineText'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'

export const PlainValue = ({ value }: { value: unknown }) => {
  const text = useMachineText()
  const { locale } = useDisplay()
  const words = (each: unknown): string => {
    if (typeof each === 'number') return formatNumber(each, locale)
    if (typeof each === 'boolean') return text(each ? 'crud.yes' : 'crud.no')
    return typeof each === 'string' ? each : JSON.stringify(each)
  }
  return [value].flat().map(words).join(', ')
}
