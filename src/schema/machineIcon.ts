/** Icons of core records, drawn in `src/layout/icons.tsx`. */
export type MachineIcon = 'business' | 'history' | 'key' | 'people' | 'rule'
