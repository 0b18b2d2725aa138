/** Shared caches keep an answer as long as this process does: a second. Browsers ask again. */
export const keptBriefly = { 'Cache-Control': 'public, max-age=0, s-maxage=1' } as const
