import { isIPv6 } from 'node:net'

/** The network whose addresses one client can use at will: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  // An IPv4 address as a dual-stack socket shows it.
  if (canonical.startsWith('::ffff:')) return canonical
  const [left = [], right = []] = canonical.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
