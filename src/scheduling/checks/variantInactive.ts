import type { RequestCheck } from './Check'

export const variantInactive: RequestCheck = {
  code: 'variant_inactive',
  passes: ({ variant }) => variant.isActive !== false,
  findings: ({ variant }) => [{ sentence: 'variant_inactive', params: { variant: variant.name } }],
}
