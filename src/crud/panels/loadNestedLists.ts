export const loadNestedLists = async () => {
  const [lists] = await Promise.all([import('./NestedLists'), import('../list/OrderedRecords')])
  return lists
}
