interface Named {
  id: string
  name: string
  slug: string
}

export const searchTenants = <T extends Named>(tenants: readonly T[], activeId: string | null, search: string): T[] => {
  const wanted = search.trim().toLocaleLowerCase()
  return tenants
    .filter(({ name, slug }) => name.toLocaleLowerCase().includes(wanted) || slug.includes(wanted))
    .sort((a, b) => Number(b.id === activeId) - Number(a.id === activeId) || a.name.localeCompare(b.name))
}
