import { Link } from 'react-router'
import { listOf, type MeasureName } from '../../reports'
import { useDisplay } from '../../show'
import { drillTo } from './drillTo'
import type { Figure } from './figuresApi'

interface FigureLinkProps {
  name: MeasureName
  figure: Figure
  children: string
}

export const FigureLink = ({ name, figure: { value, drill }, children }: FigureLinkProps) => {
  const { timeZone } = useDisplay()
  return drill && value ? <Link to={drillTo(listOf(name), drill, timeZone)}>{children}</Link> : children
}
