/** One object for all files of a package: texts compressed once, everything at its place, read by ranges afterwards. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ArchiveEntry } from './archive.ts'
import { contentTypeOf, isText } from './content-types.ts'

const compress = promisify(gzip)
/** Larger ones are kept as they are: they would have to fit in memory. */
const compressedBytesMax = 16 * 1024 * 1024

export interface BundledEntry {
  readonly path: string
  readonly start: number
  readonly length: number
  readonly sizeBytes: number
  readonly isGzip: boolean
  readonly contentType: string
}

export interface Bundle {
  readonly entries: readonly BundledEntry[]
  readonly sizeBytes: number
}

/** Writes the bundle to `target`. `kept` receives the bytes of the files that it asks for: the manifests. */
export async function writeBundle(
  entries: readonly ArchiveEntry[],
  target: string,
  { signal }: { readonly signal?: AbortSignal },
): Promise<Bundle> {
  const out = createWriteStream(target)
  const bundled: BundledEntry[] = []
  let at = 0
  const write = async (bytes: Buffer) => {
    at += bytes.length
    if (!out.write(bytes)) await once(out, 'drain')
  }
  try {
    for (const entry of entries) {
      signal?.throwIfAborted()
      const contentType = contentTypeOf(entry.path)
      if (contentType === undefined) continue
      const start = at
      const isCompressed = isText(contentType) && entry.sizeBytes > 0 && entry.sizeBytes <= compressedBytesMax
      const isGzip = isCompressed ? await writeCompressed(entry, write) : await writePlain(entry, write)
      const { path, sizeBytes } = entry
      bundled.push({ path, start, length: at - start, sizeBytes, isGzip, contentType })
    }
  } finally {
    out.end()
    await once(out, 'close')
  }
  return { entries: bundled, sizeBytes: at }
}

type Write = (bytes: Buffer) => Promise<void>

async function writePlain(entry: ArchiveEntry, write: Write): Promise<false> {
  for await (const chunk of await entry.open()) await write(chunk)
  return false
}

/** Answers whether it became smaller. */
async function writeCompressed(entry: ArchiveEntry, write: Write): Promise<boolean> {
  const bytes = await readAll(entry)
  const smaller = await compress(bytes, { level: 9 })
  const isSmaller = smaller.length < bytes.length
  await write(isSmaller ? smaller : bytes)
  return isSmaller
}

export async function readAll(entry: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await entry.open()) chunks.push(chunk)
  return Buffer.concat(chunks)
}
