export const firstItems = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'sortOrder', order: 'ASC' as const },
  filter: { status: ['active', 'draft'] },
}
