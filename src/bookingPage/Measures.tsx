/** @jsxImportSource preact */
import { duration } from './format'
import { usePage } from './page'
import type { Variant } from './pageData'
import type { Service } from './route'

export const measuresOf = (variant: Variant, choice: Service) => {
  const { minQuantity, maxQuantity, durationType, minDurationMinutes: least, maxDurationMinutes: most } = variant
  const quantity = Math.min(Math.max(choice.quantity ?? minQuantity, minQuantity), maxQuantity)
  const length = durationType === 'fixed' ? undefined : Math.min(Math.max(choice.length ?? least, least), most)
  return { quantity, length }
}

const lengthsOf = ({ minDurationMinutes, maxDurationMinutes, durationStepMinutes }: Variant): number[] => {
  const count = Math.floor((maxDurationMinutes - minDurationMinutes) / durationStepMinutes) + 1
  return Array.from({ length: Math.min(count, 100) }, (_, index) => minDurationMinutes + index * durationStepMinutes)
}

const quantitiesOf = ({ minQuantity, maxQuantity }: Variant): number[] =>
  Array.from({ length: Math.min(maxQuantity - minQuantity + 1, 100) }, (_, index) => minQuantity + index)

type Measure = Pick<Service, 'quantity' | 'length'>

interface MeasuresProps {
  variant: Variant
  service: Service
  onChange: (values: Measure) => void
}

/** Quantity and length, if there is a choice. */
export const Measures = ({ variant, service, onChange }: MeasuresProps) => {
  const { texts } = usePage()
  const { quantity, length } = measuresOf(variant, service)
  const isDaily = variant.durationType === 'daily'
  return (
    <>
      {variant.maxQuantity > variant.minQuantity && (
        <label>
          {variant.countedIn === 'pieces' ? texts.pieces : texts.quantity}
          <select
            value={quantity}
            onChange={({ currentTarget }) => onChange({ quantity: Number(currentTarget.value) })}
          >
            {quantitiesOf(variant).map(count => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      )}
      {length !== undefined && (
        <label>
          {texts.length}
          <select value={length} onChange={({ currentTarget }) => onChange({ length: Number(currentTarget.value) })}>
            {lengthsOf(variant).map(minutes => (
              <option key={minutes} value={minutes}>
                {duration(minutes, texts, isDaily)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
