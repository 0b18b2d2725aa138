/** What a list asks for to know its saved views. The API answers at most 100 at once. */
export const viewsParams = (resource: string) => ({
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'name', order: 'ASC' as const },
  filter: { resource },
})
