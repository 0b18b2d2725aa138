import { defineConfig } from 'vite'

/** Bundles the server into `dist/server`, so that it starts without compiling and without walking node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    rolldownOptions: { input: { main: 'server/main.ts', bake: 'server/bake.ts' } },
  },
  ssr: {
    noExternal: true,
    // Native, wasm or only needed now and then.
    external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'swagger-ui-dist', 'vite'],
  },
})
