/**
 * Reads the central directory of a ZIP file, enough to distinguish an Office document from an archive. Nothing is
 * unpacked.
 */
import type { FileHandle } from 'node:fs/promises'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const endRecordBytes = 22
const commentBytesMax = 0xffff
const entryBytes = 46
const directoryBytesMax = 32 * 1024 * 1024

export interface ZipEntries {
  readonly names: readonly string[]
  /** The unpacked size of all entries by the directory. */
  readonly unpackedBytes: number
}

/** The entries of the archive; undefined if its directory is unreadable. */
export async function zipEntries(file: FileHandle, sizeBytes: number): Promise<ZipEntries | undefined> {
  const end = await findEndRecord(file, sizeBytes)
  if (!end) return undefined
  const { count, directoryBytes, directoryStart } = end
  if (directoryBytes > directoryBytesMax || directoryStart + directoryBytes > sizeBytes) return undefined
  const directory = Buffer.alloc(directoryBytes)
  await file.read(directory, 0, directoryBytes, directoryStart)
  const names: string[] = []
  let unpackedBytes = 0
  let at = 0
  while (names.length < count) {
    if (at + entryBytes > directoryBytes || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined
    const nameBytes = directory.readUInt16LE(at + 28)
    const restBytes = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    names.push(directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes))
    unpackedBytes += directory.readUInt32LE(at + 24)
    at += entryBytes + nameBytes + restBytes
  }
  return { names, unpackedBytes }
}

async function findEndRecord(file: FileHandle, sizeBytes: number) {
  const tail = Buffer.alloc(Math.min(sizeBytes, endRecordBytes + commentBytesMax))
  await file.read(tail, 0, tail.length, sizeBytes - tail.length)
  for (let at = tail.length - endRecordBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_OF_DIRECTORY) continue
    return {
      count: tail.readUInt16LE(at + 10),
      directoryBytes: tail.readUInt32LE(at + 12),
      directoryStart: tail.readUInt32LE(at + 16),
    }
  }
  return undefined
}

export interface ZipContent {
  readonly extension: 'docx' | 'xlsx' | 'pptx' | 'zip'
  /** Slides of a presentation. */
  readonly pages: number | null
}

/** The type by the names of the entries; undefined for a document with macros, which no field accepts. */
export function zipContent(names: readonly string[]): ZipContent | undefined {
  const has = new Set(names)
  if (!has.has('[Content_Types].xml')) return { extension: 'zip', pages: null }
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) return undefined
  if (has.has('word/document.xml')) return { extension: 'docx', pages: null }
  if (has.has('xl/workbook.xml') || has.has('xl/workbook.bin')) return { extension: 'xlsx', pages: null }
  if (has.has('ppt/presentation.xml')) {
    return { extension: 'pptx', pages: names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length }
  }
  return { extension: 'zip', pages: null }
}
