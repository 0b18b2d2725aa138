/** Loads the chunks of nested lists, which may be fetched before they are shown. */
export const loadNestedLists = async () => {
  const [lists] = await Promise.all([import('./NestedLists'), import('../list/OrderedRecords')])
  return lists
}
