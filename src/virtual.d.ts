/** `vite.config.ts` writes it from the product's `slotwise.config.ts`. */
declare module 'virtual:slotwise/entry' {
  const entry: import('./application/routes').Entry
  export default entry
}
