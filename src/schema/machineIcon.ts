/** The icons of core records, which `src/layout/icons.tsx` draws. */
export type MachineIcon = 'business' | 'history' | 'key' | 'people' | 'rule'
