import { isIPv6 } from 'node:net'

/** The factor for a wide network's limits, because many people can share it. */
const widerBy = 10

/** A network that limits count, and the factor of its limits. */
export interface CountedNetwork {
  name: string
  times: number
}

/**
 * The networks by which a client is counted: its own, and with IPv6 the /48 around it, which has 65,536 of them.
 * @param network as `networkOf` gives it
 */
export const networksAround = (network: string): readonly [CountedNetwork, ...CountedNetwork[]] => {
  const own = { name: network, times: 1 }
  const wide = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network)?.[1]
  return wide ? [own, { name: `${wide}::/48`, times: widerBy }] : [own]
}

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
