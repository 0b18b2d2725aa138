import type { CatalogItem } from '../../resources/catalogItems'
import { RecordSearch } from '../../show'
import { firstItems } from './firstItems'
import { useText } from './useText'

interface ItemPickerProps {
  itemId: string | null
  placeholder: string
  label?: string
  isAsked?: boolean
  onChange: (itemId: string | null) => void
}

const ItemPicker = ({ itemId, label, ...props }: ItemPickerProps) => {
  const text = useText()
  return (
    <RecordSearch<CatalogItem>
      resource="catalogItems"
      params={firstItems}
      {...props}
      recordId={itemId}
      label={label ?? text('availability.item')}
      labelOf={({ name, status }) => (status === 'active' ? name : text('availability.notActive', { name }))}
    />
  )
}

export default ItemPicker
