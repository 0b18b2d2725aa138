import BarChart from '@mui/icons-material/BarChartOutlined'
import { NavLink, useText } from '../../show'

export const ReportsLink = () => <NavLink to="/reports" label={useText()('nav.reports')} icon={BarChart} />
