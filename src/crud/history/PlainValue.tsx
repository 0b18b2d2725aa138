import { useDisplay } from '../format/display'
import { formatNumber } from '../format/numbers'
import { useCrudText } from '../text/useCrudText'

/** A value that no declared field explains: a count, a name, a list of names. */
export const PlainValue = ({ value }: { value: unknown }) => {
  const text = useCrudText()
  const { locale } = useDisplay()
  const words = (each: unknown): string => {
    if (typeof each === 'number') return formatNumber(each, locale)
    if (typeof each === 'boolean') return text(each ? 'crud.yes' : 'crud.no')
    return typeof each === 'string' ? each : JSON.stringify(each)
  }
  return [value].flat().map(words).join(', ')
}
