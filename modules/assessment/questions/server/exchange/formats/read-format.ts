/** Which of the formats of other programs a file has, before anything of it is read. */
import { unzipSync } from 'fflate'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, refuse } from '#kit/errors.ts'
import { manifestName } from './qti-package.ts'

export type ForeignFormat = 'gift' | 'xml' | 'qti'

const fileBytesMax = 50 * 1024 * 1024
const unpackedBytesMax = 200 * 1024 * 1024
const entriesMax = 20_000

const isManifest = (name: string) => name === manifestName || name.endsWith(`/${manifestName}`)

/** What a package says of itself. Refuses what would unpack to too much, and names that lead out of it. */
function isPackage(bytes: Buffer): boolean {
  const names: string[] = []
  let unpackedBytes = 0
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        names.push(name)
        unpackedBytes += originalSize
        return false
      },
    })
  } catch {
    return false
  }
  if (!names.some(isManifest)) return false
  if (unpackedBytes > unpackedBytesMax || names.length > entriesMax)
    throw refuse(FILE_TOO_LARGE, { sizeBytesMax: unpackedBytesMax })
  if (names.some((name) => /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name))) throw refuse(FILE_TYPE_UNSUPPORTED)
  return true
}

const zipMark = 'PK\x03\x04'

/** Undefined: it may be a spreadsheet or a document. Refuses what is too large. */
export function foreignFormatOf(bytes: Buffer, name: string): ForeignFormat | undefined {
  if (bytes.toString('latin1', 0, 4) === zipMark) {
    if (!isPackage(bytes)) return undefined
    if (bytes.length > fileBytesMax) throw refuse(FILE_TOO_LARGE, { sizeBytesMax: fileBytesMax })
    return 'qti'
  }
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  const format = extension === 'xml' ? 'xml' : extension === 'gift' || extension === 'txt' ? 'gift' : undefined
  if (format && bytes.length > fileBytesMax) throw refuse(FILE_TOO_LARGE, { sizeBytesMax: fileBytesMax })
  return format
}
