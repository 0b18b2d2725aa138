/** The lists of what is nested in a record: a piece of code of its own, which may be fetched before it is shown. */
export const loadNestedLists = () => import('./NestedLists')
