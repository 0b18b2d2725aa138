import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { inPlace } from '../../crud/inputs/inPlace'
import { useText } from '../../i18n/useText'
import type { CatalogItem } from '../../resources/catalogItems'

interface ItemPickerProps {
  items: readonly CatalogItem[]
  itemId: string | null
  onChange: (itemId: string | null) => void
}

/** One item of the catalog, found by typing, or none. */
const ItemPicker = ({ items, itemId, onChange }: ItemPickerProps) => {
  const text = useText()
  return (
    <Autocomplete
      options={items.filter(({ status }) => status !== 'archived')}
      value={items.find(({ id }) => id === itemId) ?? null}
      getOptionLabel={({ name, status }) => (status === 'active' ? name : text('availability.notActive', { name }))}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onChange={(_, item) => onChange(item?.id ?? null)}
      autoHighlight
      {...inPlace}
      renderInput={params => (
        <TextField
          {...params}
          label={text('availability.item')}
          placeholder={text('availability.everything')}
          slotProps={{ inputLabel: { ...params.InputLabelProps, shrink: true } }}
        />
      )}
    />
  )
}

export default ItemPicker
