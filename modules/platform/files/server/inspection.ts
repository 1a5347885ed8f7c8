/**
 * Detects the type and facts of a file from its bytes. It runs in its own thread (`inspection-threads.ts`), so a
 * hostile file exhausts only that thread's time and memory.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { extensionOf, type FileClass, fileTypes } from '../contract.ts'
import { compoundExtension } from './compound-files.ts'
import { isPlainText } from './plain-text.ts'
import { zipContent, zipEntries } from './zip.ts'

export interface Inspection {
  /** A key of `fileTypes`; undefined for any other type. */
  readonly extension: string | undefined
  /** Whether the content is readable as that type. */
  readonly readable: boolean
  readonly sha256: Uint8Array
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  readonly pages: number | null
}

type Facts = Partial<Omit<Inspection, 'sha256'>>

const textSampleBytes = 256 * 1024

/** Other extensions of our types. */
const extensionAliases: Readonly<Record<string, string>> = { oga: 'ogg', opus: 'ogg', m4b: 'm4a', jpg: 'jpg' }

/** `name` only distinguishes types without a signature: txt and csv. */
export async function inspectFile(path: string, name: string): Promise<Inspection> {
  const none: Inspection = {
    extension: undefined,
    readable: true,
    sha256: await hashFile(path),
    width: null,
    height: null,
    durationMs: null,
    pages: null,
  }
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return { ...none, ...(await factsOf(file, path, size, name)) }
  } finally {
    await file.close()
  }
}

async function hashFile(path: string): Promise<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer)
  return hash.digest()
}

async function factsOf(file: FileHandle, path: string, sizeBytes: number, name: string): Promise<Facts> {
  const sample = Buffer.alloc(Math.min(sizeBytes, textSampleBytes))
  await file.read(sample, 0, sample.length, 0)
  const start = sample.toString('latin1', 0, 8)
  if (start.startsWith('PK\x03\x04')) return zipFacts(file, sizeBytes)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { extension: await compoundExtension(file) }
  if (start.startsWith('%PDF-')) return { extension: 'pdf', ...(await pdfFacts(path)) }
  if (start.startsWith('BM')) return bmpFacts(sample)
  if (isPlainText(sample)) return { extension: extensionOf(name) === 'csv' ? 'csv' : 'txt' }
  const found = await fileTypeFromFile(path)
  const extension = found && (extensionAliases[found.ext] ?? found.ext)
  if (extension === undefined || !(extension in fileTypes)) return {}
  const fileClass = fileTypes[extension]?.class
  if (fileClass === 'video' || fileClass === 'audio') return mediaFacts(path, extension, fileClass)
  return fileClass === 'picture' ? { extension } : {}
}

/** The largest real documents have a few hundred megabytes of pictures, which compression does not shrink. */
const officeUnpackedBytesMax = 1024 ** 3
const officeEntriesMax = 20_000

async function zipFacts(file: FileHandle, sizeBytes: number): Promise<Facts> {
  const entries = await zipEntries(file, sizeBytes)
  if (!entries) return { extension: 'zip', readable: false }
  const content = zipContent(entries.names)
  if (!content) return {}
  // Archives are never unpacked here, but programs that read an office file unpack it.
  const isBomb = entries.unpackedBytes > officeUnpackedBytesMax || entries.names.length > officeEntriesMax
  return content.extension !== 'zip' && isBomb ? { ...content, readable: false } : content
}

/** A Windows bitmap has its length at offset 2, the length of its header at 14, its pixels at 18. */
function bmpFacts(sample: Buffer): Facts {
  if (sample.length < 26 || ![12, 40, 52, 56, 108, 124].includes(sample.readUInt32LE(14))) return {}
  const width = sample.readInt32LE(18)
  const height = Math.abs(sample.readInt32LE(22))
  return { extension: 'bmp', width, height, readable: width > 0 && height > 0 && width * height <= 50_000_000 }
}

async function pdfFacts(path: string): Promise<Facts> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  try {
    const data = new Uint8Array(await readFile(path))
    const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS, stopAtErrors: false })
    const document = await task.promise
    const pages = document.numPages
    // A document needs a first page, not only a header.
    await document.getPage(1)
    await task.destroy()
    return { pages, readable: pages > 0 }
  } catch {
    return { readable: false }
  }
}

/** The duration comes from the packets instead of the header, because study progress depends on it. */
async function mediaFacts(path: string, extension: string, fileClass: FileClass): Promise<Facts> {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    const tracks = [video, audio].filter((track) => track !== null)
    if (tracks.length === 0) return { extension, readable: false }
    const seconds = await input.computeDuration(tracks)
    const isVideo = fileClass === 'video' && video !== null
    return {
      // A video file without a video track is audio, and a podcast with a cover picture is no video.
      extension: isVideo || fileClass === 'audio' ? extension : extension === 'webm' ? undefined : 'm4a',
      readable: seconds > 0 && Number.isFinite(seconds),
      durationMs: Math.round(seconds * 1000),
      width: isVideo ? await video.getDisplayWidth() : null,
      height: isVideo ? await video.getDisplayHeight() : null,
    }
  } catch {
    return { extension, readable: false }
  } finally {
    input.dispose()
  }
}
