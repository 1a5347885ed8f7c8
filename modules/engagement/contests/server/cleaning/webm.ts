/** WebM: elements with properties become void elements of the same size. */
import type { FileBytes } from './bytes.ts'

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  cluster: 0x1f43b675,
} as const
/** Tags, attachments, chapters; title, file name and date of the segment; name of a track. */
const properties = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x7384, 0x7bbb, 0x4461, 0x536e])
const containers = new Set<number>([ids.segment, ids.info, ids.tracks, ids.trackEntry])
const voidId = 0xec
const elementsMax = 5_000_000

interface Element {
  readonly id: number
  readonly from: number
  /** Undefined: the size is not known, its content lies side by side with what follows. */
  readonly to: number | undefined
}

/** The number of bytes that the first one announces. */
const lengthOf = (first: number) => Math.clz32(first) - 23

function elementAt(bytes: FileBytes, start: number): Element {
  const idLength = lengthOf(bytes.read(start, 1)[0] ?? 0)
  if (idLength > 4) throw new Error('no element begins here')
  const id = bytes.read(start, idLength).readUIntBE(0, idLength)
  const sizeAt = start + idLength
  const sizeLength = lengthOf(bytes.read(sizeAt, 1)[0] ?? 0)
  if (sizeLength > 8) throw new Error('an element has no size')
  const raw = bytes.read(sizeAt, sizeLength)
  const digits = BigInt(`0x${raw.toString('hex')}`)
  const mask = (1n << BigInt(7 * sizeLength)) - 1n
  const size = digits & mask
  const from = sizeAt + sizeLength
  return { id, from, to: size === mask ? undefined : from + Number(size) }
}

function makeVoid(bytes: FileBytes, start: number, end: number): void {
  const length = end - start
  const head = Buffer.alloc(length < 129 ? 2 : 9)
  head[0] = voidId
  if (head.length === 2) head[1] = 0x80 | (length - 2)
  else head.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1)
  bytes.write(start, head)
  bytes.blank(start + head.length, end)
}

export function cleanWebm(bytes: FileBytes): void {
  const open = [{ from: 0, to: bytes.size }]
  let count = 0
  for (let range = open.pop(); range; range = open.pop()) {
    for (let at = range.from; at < range.to; ) {
      count += 1
      if (count > elementsMax) throw new Error('too many elements')
      const { id, from, to } = elementAt(bytes, at)
      const end = to ?? from
      if (end > range.to) throw new Error('an element is longer than what holds it')
      if (properties.has(id)) makeVoid(bytes, at, end)
      else if (to !== undefined && containers.has(id)) open.push({ from, to })
      at = end
    }
  }
}
