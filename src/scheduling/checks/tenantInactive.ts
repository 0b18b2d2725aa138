import type { RequestCheck } from './Check'

export const tenantInactive: RequestCheck = {
  code: 'tenant_inactive',
  passes: ({ world }) => world.snapshot.tenant.isActive !== false,
  findings: () => [{ sentence: 'tenant_inactive' }],
}
