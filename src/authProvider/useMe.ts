export { useEmail, useMe } from './AccountProvider'
