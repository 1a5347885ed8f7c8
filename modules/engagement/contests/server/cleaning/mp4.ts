/** MP4: boxes with properties become free space of the same size, so that nothing else moves. */
import type { FileBytes } from './bytes.ts'

const properties = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])
const containers = new Set(['moov', 'trak', 'mdia'])
/** Version, reserved and type of a handler; its name follows. */
const handlerHead = 24
/** Boxes that say when the video was made: version, flags, and two times of four or, in version 1, of eight bytes. */
const timed = new Set(['mvhd', 'tkhd', 'mdhd'])
const boxesMax = 1_000_000

interface Box {
  readonly type: string
  /** Where its content begins, and where it ends. */
  readonly from: number
  readonly to: number
  readonly start: number
}

function boxAt(bytes: FileBytes, start: number, end: number): Box {
  const head = bytes.read(start, 8)
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  const size = short === 1 ? Number(bytes.read(start + 8, 8).readBigUInt64BE(0)) : short === 0 ? end - start : short
  const from = start + (short === 1 ? 16 : 8)
  if (start + size < from || start + size > end) throw new Error(`the box ${type} is broken`)
  return { type, from, to: start + size, start }
}

export function cleanMp4(bytes: FileBytes): void {
  const open = [{ from: 0, to: bytes.size }]
  let count = 0
  for (let range = open.pop(); range; range = open.pop()) {
    for (let at = range.from; at + 8 <= range.to; ) {
      count += 1
      if (count > boxesMax) throw new Error('too many boxes')
      const box = boxAt(bytes, at, range.to)
      if (properties.has(box.type)) {
        bytes.write(box.start + 4, Buffer.from('free', 'latin1'))
        bytes.blank(box.from, box.to)
      }
      if (timed.has(box.type)) {
        const length = bytes.read(box.from, 1)[0] === 1 ? 16 : 8
        bytes.blank(box.from + 4, Math.min(box.from + 4 + length, box.to))
      }
      if (box.type === 'hdlr') bytes.blank(Math.min(box.from + handlerHead, box.to), box.to)
      if (containers.has(box.type)) open.push({ from: box.from, to: box.to })
      at = box.to
    }
  }
}
