export { useMe } from './AccountProvider'
