import { defineConfig } from './scripts/vite/slotwise'

export default defineConfig({
  root: import.meta.dirname,
  name: 'Slotwise',
  description: 'Schedules and bookings',
  web: 'src/product.tsx',
  demoAccounts: 'src/features/demo/DemoAccounts.tsx',
})
