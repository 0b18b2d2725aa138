import type { CellProps } from '../../show'
import { usePhones } from './usePhones'

const PhoneCell = ({ value, isInLink }: CellProps<'phone'>) => {
  const { national } = usePhones()
  return isInLink ? national(value) : <a href={`tel:${value}`}>{national(value)}</a>
}

export default PhoneCell
