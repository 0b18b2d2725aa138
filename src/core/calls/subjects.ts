export * as invitations from './invitations'
export * as tenants from './tenants'
export * as users from './users'
