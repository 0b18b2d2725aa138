import type { CatalogItem } from '../../resources/catalogItems'
import { RecordSearch } from '../../show'
import { firstItems } from './firstItems'
import { useText } from './useText'

interface ItemPickerProps {
  itemId: string | null
  placeholder: string
  onChange: (itemId: string | null) => void
}

const ItemPicker = ({ itemId, placeholder, onChange }: ItemPickerProps) => {
  const text = useText()
  return (
    <RecordSearch<CatalogItem>
      resource="catalogItems"
      params={firstItems}
      recordId={itemId}
      onChange={onChange}
      label={text('availability.item')}
      placeholder={placeholder}
      labelOf={({ name, status }) => (status === 'active' ? name : text('availability.notActive', { name }))}
    />
  )
}

export default ItemPicker
