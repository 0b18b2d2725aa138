import { isIPv6 } from 'node:net'

/** Many people can share a wide network. */
const widerBy = 10

/** A network that calls count against. Its limit is `times` a single client's. */
export interface CountedNetwork {
  name: string
  times: number
}

/**
 * The networks that a call counts against: the client's own, and with IPv6 the /48 around it.
 * @param network a single IPv4 address, or the /64 of IPv6
 */
export const networksAround = (network: string): readonly [CountedNetwork, ...CountedNetwork[]] => {
  const own = { name: network, times: 1 }
  const wide = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network)?.[1]
  return wide ? [own, { name: `${wide}::/48`, times: widerBy }] : [own]
}

/** The addresses that one client can use at will: one of IPv4, or the /64 of IPv6. */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  // The form of IPv4 on a dual-stack socket.
  if (canonical.startsWith('::ffff:')) return canonical
  const [left = [], right = []] = canonical.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
