/**
 * Reads a ZIP file that nobody vouches for, in the browser. The directory at its end is read first, and an entry is unpacked only
 * when somebody opens it, as a stream that stops as soon as it is more than the directory said.
 */
import { decodeName, isUtf8, safePath } from '#kit/archive-names.ts'

/** Why an entry cannot be taken. */
export type EntryProblem = 'encrypted' | 'unsafe-path' | 'link' | 'compression' | 'bomb' | 'twice'

export interface PackedEntry {
  /** As the archive names it where it is unsafe. */
  readonly path: string
  readonly sizeBytes: number
  /** Of the content, as the archive says: entries of one name and size differ by it. */
  readonly checksum: number
  readonly problem?: EntryProblem
  /** The content; it throws `UnreadableArchive` where it is not what the directory said. */
  readonly open: () => Promise<Blob>
}

export type ArchiveProblem = 'damaged' | 'bomb' | 'too-many-entries'

export class UnreadableArchive extends Error {
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem) {
    super(problem)
    this.problem = problem
  }
}

const entriesMax = 20_000
const directoryBytesMax = 32 * 1024 * 1024
/** Entries cannot be opened all together to more than this. */
const unpackedBytesMax = 64 * 1024 ** 3
/** What people study does not shrink so far; what is made to fill a disk does. Small texts may. */
const ratioMax = 200
const ratioMattersFromBytes = 8 * 1024 * 1024

const signatures = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, entry: 0x02014b50, local: 0x04034b50 }
const lengths = { end: 22, end64: 56, locator64: 20, entry: 46, local: 30, comment: 0xffff }
const flags = { encrypted: 0x1, strong: 0x40, utf8: 0x800, maskedDirectory: 0x2000 }
const methods = { stored: 0, deflated: 8 }
const unix = 3
const fileTypeMask = 0o170000
const [regularFile, folder] = [0o100000, 0o040000]

const damaged = () => new UnreadableArchive('damaged')

async function viewOf(file: Blob, start: number, end: number): Promise<DataView> {
  if (start < 0 || end > file.size || start > end) throw damaged()
  return new DataView(await file.slice(start, end).arrayBuffer())
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged()
  return Number(value)
}

interface Directory {
  readonly count: number
  readonly start: number
  readonly end: number
}

async function findDirectory(file: Blob): Promise<Directory> {
  const tailStart = Math.max(0, file.size - lengths.end - lengths.comment)
  const tail = await viewOf(file, tailStart, file.size)
  for (let at = tail.byteLength - lengths.end; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== signatures.end) continue
    // The comment of an archive can hold another end: the right one ends where the file does.
    if (at + lengths.end + tail.getUint16(at + 20, true) !== tail.byteLength) continue
    const count = tail.getUint16(at + 10, true)
    const bytes = tail.getUint32(at + 12, true)
    const start = tail.getUint32(at + 16, true)
    const isLarge = count === 0xffff || bytes === 0xffffffff || start === 0xffffffff
    return (isLarge && (await findLargeDirectory(file, tailStart + at))) || { count, start, end: start + bytes }
  }
  throw damaged()
}

/** The directory of an archive above 4 GB or 65,535 entries (ZIP64). */
async function findLargeDirectory(file: Blob, endAt: number): Promise<Directory | undefined> {
  const locatorAt = endAt - lengths.locator64
  if (locatorAt < 0) return undefined
  const locator = await viewOf(file, locatorAt, endAt)
  if (locator.getUint32(0, true) !== signatures.locator64) return undefined
  const at = safeNumber(locator.getBigUint64(8, true))
  const end = await viewOf(file, at, at + lengths.end64)
  if (end.getUint32(0, true) !== signatures.end64) throw damaged()
  const start = safeNumber(end.getBigUint64(48, true))
  return {
    count: safeNumber(end.getBigUint64(32, true)),
    start,
    end: start + safeNumber(end.getBigUint64(40, true)),
  }
}

interface RawEntry {
  readonly name: Uint8Array
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedBytes: number
  readonly sizeBytes: number
  readonly localAt: number
  readonly isSpecial: boolean
}

/** Sizes and place of a large entry stand in an extra field, in this order, each where the usual field is full. */
function largeValues(extra: DataView, usual: readonly number[]): readonly number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue
    let valueAt = at + 4
    return usual.map((value) => {
      if (value !== 0xffffffff) return value
      if (valueAt + 8 > extra.byteLength) throw damaged()
      valueAt += 8
      return safeNumber(extra.getBigUint64(valueAt - 8, true))
    })
  }
  return usual
}

function readEntry(view: DataView, at: number): { entry: RawEntry; next: number } {
  if (at + lengths.entry > view.byteLength || view.getUint32(at, true) !== signatures.entry) throw damaged()
  const u16 = (offset: number) => view.getUint16(at + offset, true)
  const u32 = (offset: number) => view.getUint32(at + offset, true)
  const nameAt = at + lengths.entry
  const extraAt = nameAt + u16(28)
  const next = extraAt + u16(30) + u16(32)
  if (next > view.byteLength) throw damaged()
  const bytesAt = (start: number, length: number) => new Uint8Array(view.buffer, view.byteOffset + start, length)
  const extra = bytesAt(extraAt, u16(30))
  const usual = [u32(24), u32(20), u32(42)]
  const [sizeBytes = 0, packedBytes = 0, localAt = 0] = largeValues(
    new DataView(extra.buffer, extra.byteOffset, extra.byteLength),
    usual,
  )
  const fileType = u16(4) >> 8 === unix ? (u32(38) >>> 16) & fileTypeMask : 0
  const entry = {
    name: bytesAt(nameAt, u16(28)),
    ...{ flags: u16(8), method: u16(10), checksum: u32(16) },
    ...{ packedBytes, sizeBytes, localAt },
    isSpecial: fileType !== 0 && fileType !== regularFile && fileType !== folder,
  }
  return { entry, next }
}

async function readDirectory(file: Blob): Promise<readonly RawEntry[]> {
  const { count, start, end } = await findDirectory(file)
  if (count > entriesMax) throw new UnreadableArchive('too-many-entries')
  if (end - start > directoryBytesMax) throw damaged()
  const view = await viewOf(file, start, end)
  const entries: RawEntry[] = []
  let at = 0
  while (entries.length < count) {
    const { entry, next } = readEntry(view, at)
    entries.push(entry)
    at = next
  }
  assertApart(entries, start)
  if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > unpackedBytesMax) throw new UnreadableArchive('bomb')
  return entries
}

/** Entries that share their bytes make much of little: no program for people writes such an archive. */
function assertApart(entries: readonly RawEntry[], directoryStart: number): void {
  let freeFrom = 0
  for (const { localAt, name, packedBytes } of [...entries].sort((one, other) => one.localAt - other.localAt)) {
    if (localAt < freeFrom) throw new UnreadableArchive('bomb')
    freeFrom = localAt + lengths.local + name.length + packedBytes
  }
  if (freeFrom > directoryStart) throw damaged()
}

function problemOf(entry: RawEntry, path: string | undefined, taken: ReadonlySet<string>): EntryProblem | undefined {
  const { sizeBytes, packedBytes, method } = entry
  if (path === undefined) return 'unsafe-path'
  if (entry.isSpecial) return 'link'
  if ((entry.flags & (flags.encrypted | flags.strong | flags.maskedDirectory)) !== 0) return 'encrypted'
  if (method !== methods.stored && method !== methods.deflated) return 'compression'
  if (sizeBytes > ratioMattersFromBytes && sizeBytes > packedBytes * ratioMax) return 'bomb'
  return taken.has(path) ? 'twice' : undefined
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1
  return sum
})

/** Lets bytes through as long as they can be those that were announced. */
function checked({ sizeBytes, checksum }: RawEntry): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  let sum = 0xffffffff
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length
      if (size > sizeBytes) return controller.error(new UnreadableArchive('bomb'))
      for (const byte of chunk) sum = (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
      controller.enqueue(chunk)
    },
    flush(controller) {
      if (size !== sizeBytes || (sum ^ 0xffffffff) >>> 0 !== checksum) controller.error(damaged())
    },
  })
}

async function unpack(file: Blob, entry: RawEntry): Promise<Blob> {
  const local = await viewOf(file, entry.localAt, entry.localAt + lengths.local)
  if (local.getUint32(0, true) !== signatures.local) throw damaged()
  const start = entry.localAt + lengths.local + local.getUint16(26, true) + local.getUint16(28, true)
  if (start + entry.packedBytes > file.size) throw damaged()
  const packed = file.slice(start, start + entry.packedBytes)
  if (entry.method === methods.stored) {
    if (entry.packedBytes !== entry.sizeBytes) throw damaged()
    // A part of the file on the disk: nothing is copied, and the server looks at it as at every upload.
    return packed
  }
  try {
    const inflated = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return await new Response(inflated.pipeThrough(checked(entry))).blob()
  } catch (error) {
    throw error instanceof UnreadableArchive ? error : damaged()
  }
}

/** The files of an archive, in its order. Throws `UnreadableArchive` where there is no making sense of the whole. */
export async function readArchive(file: Blob): Promise<readonly PackedEntry[]> {
  const raw = await readDirectory(file)
  // One program has written all names: a single one in GBK can look like UTF-8, all of them do not.
  const isAllUtf8 = raw.every(({ name }) => isUtf8(name))
  const gbk = new TextDecoder('gb18030')
  const taken = new Set<string>()
  const entries: PackedEntry[] = []
  for (const entry of raw) {
    const hasMark = (entry.flags & flags.utf8) !== 0
    const name = hasMark || isAllUtf8 ? decodeName(entry.name, true) : gbk.decode(entry.name)
    if (/[/\\]$/.test(name)) continue
    const path = safePath(name)
    if (path === '') continue
    const problem = problemOf(entry, path, taken)
    if (path !== undefined) taken.add(path)
    const { sizeBytes, checksum } = entry
    entries.push({
      ...{ path: path ?? name, sizeBytes, checksum },
      ...(problem && { problem }),
      open: () => unpack(file, entry),
    })
  }
  return entries
}
