/** The first bookable items in the catalog's order: what a picker offers before anything is typed. */
export const firstItems = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'sortOrder', order: 'ASC' as const },
  filter: { status: ['active', 'draft'] },
}
