/** Office files before 2007 share one container format; the names of its streams identify the program. */
import type { FileHandle } from 'node:fs/promises'

const headerBytes = 512
const entryBytes = 128
const END_OF_CHAIN = 0xfffffffa
/** Enough for every real document; a longer chain is a loop. */
const directorySectorsMax = 4096

export async function compoundExtension(file: FileHandle): Promise<'doc' | 'xls' | 'ppt' | undefined> {
  const names = new Set(await streamNames(file))
  if (names.has('WordDocument')) return 'doc'
  if (names.has('Workbook') || names.has('Book')) return 'xls'
  if (names.has('PowerPoint Document')) return 'ppt'
  return undefined
}

async function streamNames(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, headerBytes)
  if (header.length < headerBytes) return []
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512
  const names: string[] = []
  let sector = header.readUInt32LE(48)
  for (let count = 0; sector < END_OF_CHAIN && count < directorySectorsMax; count += 1) {
    const entries = await readAt(file, (sector + 1) * sectorBytes, sectorBytes)
    for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
      const nameBytes = Math.min(entries.readUInt16LE(at + 64), 64)
      if (nameBytes >= 2) names.push(entries.toString('utf16le', at, at + nameBytes - 2))
    }
    sector = await nextSector(file, header, sector, sectorBytes)
  }
  return names
}

/** The header lists 109 sectors of the allocation table: 7 MB of table, more than a file of 100 MB needs. */
async function nextSector(file: FileHandle, header: Buffer, sector: number, sectorBytes: number): Promise<number> {
  const perSector = sectorBytes / 4
  const index = Math.floor(sector / perSector)
  if (index >= 109) return END_OF_CHAIN
  const tableSector = header.readUInt32LE(76 + index * 4)
  if (tableSector >= END_OF_CHAIN) return END_OF_CHAIN
  const entry = await readAt(file, (tableSector + 1) * sectorBytes + (sector % perSector) * 4, 4)
  return entry.length < 4 ? END_OF_CHAIN : entry.readUInt32LE(0)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
