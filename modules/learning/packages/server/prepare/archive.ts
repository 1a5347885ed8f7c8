/**
 * Reads an archive that nobody vouches for. Nothing of it is ever unpacked into a folder: its files are copied, one after the
 * other, into one bundle, so that no name in it can lead anywhere.
 */
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { decodeName, isClutter, packageManifests } from '#kit/archive-names.ts'
import { packagePath } from './paths.ts'
import { Unfit } from './unfit.ts'

const entriesMax = 20_000
const unpackedBytesMax = 2 * 1024 ** 3

export interface ArchiveEntry {
  readonly path: string
  readonly sizeBytes: number
  /** The bytes; it throws `Unfit` at its end where they are not what the archive said. */
  open(): Promise<AsyncIterable<Buffer>>
}

const utf8Flag = 0x800
const encryptedFlag = 0x1
const fileTypeMask = 0o170000
const regularFile = 0o100000
const folder = 0o040000
const madeOnUnix = 3

function unreadable(error: unknown): Unfit {
  return error instanceof Unfit ? error : new Unfit('archive-unreadable', error instanceof Error ? error.message : '')
}

/** Links, devices and pipes are no content. */
function assertPlain(entry: Entry, path: string): void {
  if (entry.versionMadeBy >> 8 !== madeOnUnix) return
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask
  if (type !== 0 && type !== regularFile && type !== folder) throw new Unfit('path-unsafe', path)
}

async function* checkedBytes(stream: Readable, entry: Entry, path: string): AsyncIterable<Buffer> {
  let size = 0
  let sum = 0
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > entry.uncompressedSize) throw new Unfit('too-large', path)
      sum = crc32(bytes, sum)
      yield bytes
    }
  } catch (error) {
    throw unreadable(error)
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) throw new Unfit('archive-unreadable', path)
}

async function listEntries(zip: ZipFile): Promise<ArchiveEntry[]> {
  const found = new Map<string, ArchiveEntry>()
  let declaredBytes = 0
  let count = 0
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > entriesMax) throw new Unfit('too-many-files', String(entriesMax))
    const name = decodeName(entry.fileNameRaw, (entry.generalPurposeBitFlag & utf8Flag) !== 0)
    const path = packagePath(name)
    assertPlain(entry, name)
    if (/[/\\]$/.test(name) || path === '' || isClutter(path)) continue
    if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) throw new Unfit('archive-encrypted', path)
    declaredBytes += entry.uncompressedSize
    if (declaredBytes > unpackedBytesMax) throw new Unfit('too-large', path)
    if (found.has(path)) throw new Unfit('path-twice', path)
    found.set(path, {
      path,
      sizeBytes: entry.uncompressedSize,
      open: async () => checkedBytes(await zip.openReadStreamPromise(entry), entry, path),
    })
  }
  return [...found.values()]
}

/** Opens the archive, gives its files to `use`, and closes it. Throws `Unfit` for everything that is wrong with it. */
export async function withArchive<T>(path: string, use: (entries: readonly ArchiveEntry[]) => Promise<T>): Promise<T> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true } as const
  const zip = await openPromise(path, options).catch((error: unknown) => {
    throw unreadable(error)
  })
  try {
    const entries = await listEntries(zip).catch((error: unknown) => {
      throw unreadable(error)
    })
    return await use(withoutOuterFolder(entries))
  } finally {
    zip.close()
  }
}

/** Whoever packs a folder instead of what is in it means its content. */
function withoutOuterFolder(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  if (entries.some(({ path }) => packageManifests.includes(path.toLowerCase()))) return entries
  const outer = entries[0]?.path.split('/')[0] ?? ''
  const isOuter = entries.every(({ path }) => path.startsWith(`${outer}/`))
  return isOuter ? entries.map((entry) => ({ ...entry, path: entry.path.slice(outer.length + 1) })) : entries
}
