import { defineConfig } from './scripts/config'

export default defineConfig({
  name: 'Slotwise',
  description: 'Schedules and bookings',
  web: 'src/product.ts',
  server: 'server/product.ts',
  threads: ['server/features/calendarFiles/readCalendar.mjs'],
  declarations: 'src/resources',
  scripts: {
    // Apart from the application, to stay small.
    bookingPage: { file: 'src/bookingPage/main.tsx' },
    // Other websites show booking pages with it.
    embed: { file: 'src/bookingPage/embed.ts', format: 'iife' },
  },
  demoAccounts: 'src/features/demo/DemoAccounts.tsx',
})
