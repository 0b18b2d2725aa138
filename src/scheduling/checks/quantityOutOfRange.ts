import type { RequestCheck } from './Check'

export const quantityOutOfRange: RequestCheck = {
  code: 'quantity_out_of_range',
  passes: ({ quantity, variant }) => {
    return (
      Number.isInteger(quantity) && quantity >= (variant.minQuantity ?? 1) && quantity <= (variant.maxQuantity ?? 1)
    )
  },
  findings: ({ quantity, variant }) => {
    const { minQuantity = 1, maxQuantity = 1 } = variant
    const params = { quantity, variant: variant.name, min: minQuantity, max: maxQuantity }
    return [
      { sentence: minQuantity === maxQuantity ? 'quantity_out_of_range.exact' : 'quantity_out_of_range.range', params },
    ]
  },
}
