import type { Figures, Unit } from './figuresApi'

export const unitsOf = ({ measures, currency }: Figures) => {
  const units = new Map(measures.map(({ key, unit }) => [key, unit as Unit]))
  return (name: string) => ({
    unit: units.get(name) ?? 'count',
    isLead: name === 'leadTimeMedian' || name === 'leadTimeAverage',
    currency,
  })
}
