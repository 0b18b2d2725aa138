import { defineConfig } from 'slotwise/config'

export default defineConfig({
  name: 'Title',
  description: 'Contacts',
  web: 'web.ts',
  server: 'server.ts',
  declarations: 'declarations',
})
