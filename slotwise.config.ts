import { defineConfig } from './scripts/vite/slotwise'

export default defineConfig({
  root: import.meta.dirname,
  name: 'Slotwise',
  description: 'Schedules and bookings',
  web: 'src/product.ts',
  demoAccounts: 'src/features/demo/DemoAccounts.tsx',
})
