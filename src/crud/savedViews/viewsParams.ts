/** The API's limit. */
export const perPage = 100

export const viewsParams = (resource: string, page = 1) => ({
  pagination: { page, perPage },
  sort: { field: 'name', order: 'ASC' as const },
  filter: { resource },
})
