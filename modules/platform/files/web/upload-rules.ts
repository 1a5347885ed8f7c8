/** Checks of a file before the upload. The server repeats them. */
import { extensionOf, type FileClass, type FileKindName, fileKinds, fileTypes, sizeBytesMax } from '../contract.ts'

export interface ChosenFile {
  readonly name: string
  readonly size: number
}

/** A text key under `upload.refused`, with its values. */
export interface ChoiceRefusal {
  readonly reason: 'type' | 'size' | 'empty' | 'name' | 'unpack'
  readonly values: Readonly<Record<string, string | number>>
}

export function refusalOf(kind: FileKindName, file: ChosenFile): ChoiceRefusal | undefined {
  const { extensions, nameLengthMax }: { extensions: readonly string[]; nameLengthMax: number } = fileKinds[kind]
  const extension = extensionOf(file.name)
  if (!extensions.includes(extension)) return { reason: 'type', values: {} }
  if (file.size === 0) return { reason: 'empty', values: {} }
  const max = sizeBytesMax(kind, extension)
  if (file.size > max) return { reason: 'size', values: { size: bytesText(file.size), max: bytesText(max) } }
  if ([...file.name].length > nameLengthMax) return { reason: 'name', values: { max: nameLengthMax } }
  return undefined
}

/** The value of `accept` of a file field. */
export function acceptOf(kind: FileKindName): string {
  return fileKinds[kind].extensions.map((extension) => `.${extension}`).join(',')
}

/** Above this number, types are named by class. */
const namedTypesMax = 9

/** The description of accepted types: extensions, or classes by `className` if there are many. */
export function typesText(kind: FileKindName, className: (fileClass: FileClass) => string): string {
  const { extensions }: { extensions: readonly string[] } = fileKinds[kind]
  if (extensions.length <= namedTypesMax) return extensions.map((extension) => extension.toUpperCase()).join(' / ')
  const classes = new Set(
    extensions.map((extension) => fileTypes[extension]?.class).filter((found) => found !== undefined),
  )
  return [...classes].map(className).join(' / ')
}

/** The largest size limit of all types of the kind. */
export function largestText(kind: FileKindName): string {
  return bytesText(Math.max(...fileKinds[kind].extensions.map((extension) => sizeBytesMax(kind, extension))))
}

const units = ['B', 'KB', 'MB', 'GB'] as const

/** `1 GB`, `12.3 MB`: one decimal unless it is zero. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const rounded = value >= 100 || unit === 0 ? Math.round(value) : Math.round(value * 10) / 10
  return `${rounded} ${units[unit]}`
}

/** The icon of a name or a content type. */
export function iconOf(name: string): 'image' | 'video' | 'audio' | 'file' | 'folder' {
  const fileClass = fileTypes[extensionOf(name)]?.class
  if (fileClass === 'picture') return 'image'
  if (fileClass === 'video' || fileClass === 'audio') return fileClass
  return fileClass === 'archive' ? 'folder' : 'file'
}
