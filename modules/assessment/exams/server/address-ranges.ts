/** The addresses from which an exam may be entered (EXAM-011). */
import { BlockList, isIP } from 'node:net'

function parsed(range: string): { address: string; family: 'ipv4' | 'ipv6'; bits: number } | undefined {
  const [address = '', bitsText] = range.split('/')
  const version = isIP(address)
  if (version === 0) return undefined
  const bitsMax = version === 4 ? 32 : 128
  const bits = bitsText === undefined ? bitsMax : Number(bitsText)
  if (bits > bitsMax) return undefined
  return { address, family: version === 4 ? 'ipv4' : 'ipv6', bits }
}

export const isAddressRange = (range: string): boolean => parsed(range) !== undefined

/** A server that listens on IPv6 sees an IPv4 address inside one. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** No ranges: from everywhere. `address` is the one that the server itself sees, or that a proxy it trusts reports. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const plain = plainAddress(address)
  const version = isIP(plain)
  if (version === 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  for (const range of ranges) {
    const known = parsed(range)
    // A range of IPv6 would hold every address of IPv4 as well.
    if (known?.family === family) list.addSubnet(known.address, known.bits, family)
  }
  return list.check(plain, family)
}
