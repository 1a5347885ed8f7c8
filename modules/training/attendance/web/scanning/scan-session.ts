/** Who may be scanned, and who has been: what a scanner knows without the network. */
import type { Output } from '#kit/contract.ts'
import type { Scan, Scannable } from '../../contract/scanning.ts'
import type { Direction } from '../../contract/states.ts'
import type { attendance } from '../../contract.ts'

export type ScanData = Output<typeof attendance.scanData>

/** Where a participant is, as this device knows it. */
export interface Whereabouts {
  readonly isInside: boolean
  readonly at: number | null
}

export type LocalResult = 'ok' | 'already' | 'not-inside' | 'unknown'

/** Hexadecimal digits of the SHA-256 of a text; undefined where the page was not opened by HTTPS. */
export async function hashOf(text: string): Promise<string | undefined> {
  const bytes = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text))
  if (!bytes) return undefined
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Short codes are typed as people read them: in any case, with spaces and dashes. */
const plain = (short: string) => short.toUpperCase().replace(/[^0-9A-Z]/g, '')

export function whoIs(
  data: ScanData,
  by: { readonly hash?: string | undefined; readonly short?: string },
): Scannable | undefined {
  const short = by.short === undefined ? undefined : plain(by.short)
  return data.members.find(
    (one) =>
      (by.hash !== undefined && (one.codeHash === by.hash || one.badgeHash === by.hash)) ||
      (short && plain(one.short) === short),
  )
}

/** Where everybody is: as loaded, and as scanned since. */
export function whereabouts(data: ScanData, scans: readonly Pick<Scan, 'memberId' | 'direction' | 'at'>[]) {
  const known = new Map<string, Whereabouts>(
    data.members.map(({ memberId, isInside, at }) => [memberId, { isInside, at }]),
  )
  for (const { memberId, direction, at } of scans) {
    const before = known.get(memberId)
    known.set(memberId, { isInside: direction === 'in', at: before?.at ?? at })
  }
  return known
}

/** What a scan would come to, as far as this device knows. The server decides. */
export function localResult(kind: ScanData['kind'], direction: Direction, where: Whereabouts | undefined): LocalResult {
  if (!where) return 'unknown'
  if (kind === 'in') return where.at === null ? 'ok' : 'already'
  if (direction === 'in') return where.isInside ? 'already' : 'ok'
  if (where.isInside) return 'ok'
  return where.at === null ? 'not-inside' : 'already'
}
