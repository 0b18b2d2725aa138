/** From the product's `slotwise.config.ts` (`vite.config.ts`). */
declare module 'virtual:slotwise/entry' {
  const entry: import('./application/routes').Entry
  export default entry
}
