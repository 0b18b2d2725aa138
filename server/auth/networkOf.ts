import { isIPv6 } from 'node:net'

/** What one person can have addresses in at will: the address itself, and of IPv6 the whole /64. */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  // An IPv4 address, as a socket that listens for both shows it.
  if (canonical.startsWith('::ffff:')) return canonical
  const [left = [], right = []] = canonical.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
