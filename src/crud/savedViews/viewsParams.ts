/** The most that the API answers at once. */
export const perPage = 100

/** What a list asks for to know its saved views. */
export const viewsParams = (resource: string, page = 1) => ({
  pagination: { page, perPage },
  sort: { field: 'name', order: 'ASC' as const },
  filter: { resource },
})
