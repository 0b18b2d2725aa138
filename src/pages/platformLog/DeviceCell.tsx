import { deviceName } from '../../contract/deviceName'
import type { CellProps } from '../../crud/kinds/kindView'
import styles from './securityLog.module.css'

const DeviceCell = ({ value }: CellProps<'longText'>) => (
  <>
    {deviceName(value)} <small className={styles.agent}>{value}</small>
  </>
)

export default DeviceCell
