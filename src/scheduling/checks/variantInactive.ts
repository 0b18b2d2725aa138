import type { RequestCheck } from './Check'

export const variantInactive: RequestCheck = {
  code: 'variant_inactive',
  passed: 'The variant is active.',
  passes: ({ variant }) => variant.isActive !== false,
  findings: ({ variant }) => [{ text: `${variant.name} is inactive.` }],
}
