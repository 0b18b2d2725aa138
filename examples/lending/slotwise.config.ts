import { defineConfig } from 'slotwise/config'

export default defineConfig({
  root: import.meta.dirname,
  name: 'Toolshed',
  description: 'Equipment, and who has it',
  web: 'web.tsx',
  server: 'server.ts',
  declarations: 'declarations',
  logo: 'logo.svg',
  colors: {
    light: { primary: '#8a3b12', primaryStrong: '#6d2d0c', primarySoft: '#f6e2d5' },
    dark: { primary: '#f2a477', primaryStrong: '#f7c3a5', primarySoft: '#4a2b1c' },
  },
})
