/** Where the API is mounted. */
export const apiBase = '/api'
