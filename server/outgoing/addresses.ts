import ipaddr from 'ipaddr.js'

/** Limits on addresses that users type, such as those of webhooks. */
export interface OutgoingSettings {
  /** For development: allows loopback, private addresses, http and any port. Metadata services stay blocked. */
  allowsPrivate: boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const cidr = (text: string) => ipaddr.parseCIDR(text)

/** In addition to the library's named ranges. */
const refused4 = ['0.0.0.0/8', '192.0.0.0/24', '198.18.0.0/15'].map(cidr)
const refused6 = ['fec0::/10', '100::/64', '5f00::/16', '3fff::/20', '64:ff9b:1::/48'].map(cidr)
/** These hand out the machine's credentials. */
const metadata = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128', '100.100.100.200/32'].map(cidr)
const forDevelopment: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal'])

const isIn = (address: Address, ranges: readonly (readonly [Address, number])[]): boolean =>
  ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits))

const ipv4From = (bytes: readonly number[]): ipaddr.IPv4 => new ipaddr.IPv4([...bytes])

/** IPv4 addresses within IPv6: mapped, compatible, translated, 6to4, NAT64 and Teredo. */
const carried = (address: ipaddr.IPv6): ipaddr.IPv4[] => {
  const bytes = address.toByteArray()
  const last = bytes.slice(12)
  const isZero = (from: number, to: number) => bytes.slice(from, to).every(byte => byte === 0)
  const startsWith = (...first: number[]) => first.every((byte, index) => bytes[index] === byte)
  const found: ipaddr.IPv4[] = []
  if (isZero(0, 8)) found.push(ipv4From(last))
  if (startsWith(0x20, 0x02)) found.push(ipv4From(bytes.slice(2, 6)))
  if (startsWith(0x00, 0x64, 0xff, 0x9b)) found.push(ipv4From(last))
  if (startsWith(0x20, 0x01, 0x00, 0x00))
    found.push(ipv4From(last.map(byte => byte ^ 0xff)), ipv4From(bytes.slice(4, 8)))
  return found
}

/** Ranges in which the carried IPv4 address decides. */
const carriers: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'])

const isPublic = (address: Address): boolean => {
  if (isIn(address, address.kind() === 'ipv4' ? refused4 : refused6)) return false
  return address.range() === 'unicast' || carriers.has(address.range())
}

export const isAddressAllowed = (text: string, { allowsPrivate }: OutgoingSettings): boolean => {
  // Drops a zone: fe80::1%eth0.
  const bare = text.replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return false
  const address = ipaddr.parse(bare)
  const all = address.kind() === 'ipv6' ? [address, ...carried(address as ipaddr.IPv6)] : [address]
  if (all.some(one => isIn(one, metadata))) return false
  if (allowsPrivate && all.some(one => forDevelopment.has(one.range()))) return true
  const [, ...within] = all
  return isPublic(address) && within.every(isPublic)
}

const closedNames = /(?:^|\.)(?:localhost|local|internal)$/

/** Checks a typed URL; `callGuarded` also checks its resolved addresses at the time of the call. */
export const isUrlAllowed = (text: string, settings: OutgoingSettings): boolean => {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash || text.includes('#')) return false
  const isPlain = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(isPlain && settings.allowsPrivate)) return false
  const port = Number(url.port || (isPlain ? 80 : 443))
  if (!settings.allowsPrivate && port !== 443 && port <= 1023) return false
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (!host) return false
  if (ipaddr.isValid(host)) return isAddressAllowed(host, settings)
  if (closedNames.test(host)) return settings.allowsPrivate && host === 'localhost'
  return true
}
