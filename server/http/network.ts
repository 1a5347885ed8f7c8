/** Whose calls are counted together. */
import { isIPv6 } from 'node:net'

/**
 * The network of an address: IPv4 by itself, IPv6 by its /64, since one line has all of these. An IPv4 address that is
 * written as IPv6 is the same one.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = plain.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  // An IPv4 address at the end stands for two groups.
  const length = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const whole = tail === undefined ? before : [...before, ...Array<string>(8 - length).fill('0'), ...after]
  const network = whole.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
