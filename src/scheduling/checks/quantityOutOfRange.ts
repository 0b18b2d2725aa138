import type { RequestCheck } from './Check'

export const quantityOutOfRange: RequestCheck = {
  code: 'quantity_out_of_range',
  passed: 'The quantity is allowed.',
  passes: ({ quantity, variant }) => {
    return (
      Number.isInteger(quantity) && quantity >= (variant.minQuantity ?? 1) && quantity <= (variant.maxQuantity ?? 1)
    )
  },
  findings: ({ quantity, variant }) => {
    const { minQuantity = 1, maxQuantity = 1 } = variant
    const allowed = minQuantity === maxQuantity ? `${minQuantity}` : `${minQuantity} to ${maxQuantity}`
    return [{ text: `The quantity is ${quantity}; ${variant.name} allows ${allowed}.` }]
  },
}
