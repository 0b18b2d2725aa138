import type { RequestCheck } from './Check'

export const tenantInactive: RequestCheck = {
  code: 'tenant_inactive',
  passed: 'The business takes bookings.',
  passes: ({ world }) => world.snapshot.tenant.isActive !== false,
  findings: () => [{ text: 'This business is suspended and takes no bookings.' }],
}
