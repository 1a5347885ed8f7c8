/** Finds the files of what was chosen or dropped: of folders all that is in them, of archives what they hold. */
import { packageManifests } from '#kit/archive-names.ts'
import { extensionOf } from '#modules/platform/files/contract.ts'
import type { UploadSource } from '#modules/platform/files/web.tsx'
import { type ArchiveProblem, type EntryProblem, type PackedEntry, readArchive, UnreadableArchive } from './archive.ts'

/** `archive`: it lies in another archive or in a folder, and is no package. */
export type FileProblem = EntryProblem | ArchiveProblem | 'archive'

export interface FoundFile {
  /** From the chosen folder or archive on, which it names first; a file that was chosen by itself has no folder. */
  readonly path: string
  readonly sizeBytes: number
  readonly source: UploadSource
  readonly isPackage?: true
  readonly problem?: FileProblem
}

export interface Found {
  readonly files: readonly FoundFile[]
  /** There was more than is looked at. */
  readonly isCut: boolean
}

/** Beyond ten times of what a course can hold nobody reads an outline. */
export const filesMax = 10_000

const ofFile = (file: File, path = file.webkitRelativePath || file.name): FoundFile => ({
  path,
  sizeBytes: file.size,
  source: file,
})

/** What a field for files or for a folder holds. */
export function filesOfField(files: readonly File[]): Promise<Found> {
  return withArchives(
    files.slice(0, filesMax).map((file) => ofFile(file)),
    files.length > filesMax,
  )
}

/** Whether a drop brings what belongs to no chapter: a folder or an archive. */
export function bringsFolder(transfer: DataTransfer): boolean {
  return entriesOf(transfer).some((entry) => entry.isDirectory || /\.zip$/i.test(entry.name))
}

function entriesOf(transfer: DataTransfer): FileSystemEntry[] {
  return [...transfer.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []))
}

/** What was dropped; has to be called while the event is handled, because the transfer is empty afterwards. */
export function filesOfDrop(transfer: DataTransfer): Promise<Found> {
  return readEntries(entriesOf(transfer))
}

/** All files in folders, folder by folder. */
export async function readEntries(entries: readonly FileSystemEntry[]): Promise<Found> {
  const files: FoundFile[] = []
  const left = [...entries].reverse()
  for (let entry = left.pop(); entry; entry = left.pop()) {
    if (files.length >= filesMax) return withArchives(files, true)
    const path = entry.fullPath.replace(/^\//, '')
    if (entry.isDirectory) left.push(...(await childrenOf(entry as FileSystemDirectoryEntry)).reverse())
    else files.push(ofFile(await fileOf(entry as FileSystemFileEntry), path))
  }
  return withArchives(files, false)
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((found, failed) => entry.file(found, failed))

/** Browsers answer at most a hundred at once, and nothing when there are no more. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((found, failed) => reader.readEntries(found, failed))
    if (more.length === 0 || children.length > filesMax) return children
    children.push(...more)
  }
}

async function withArchives(files: readonly FoundFile[], wasCut: boolean): Promise<Found> {
  const found: FoundFile[] = []
  for (const file of files) {
    const parts = file.source instanceof File ? await opened(file, file.source) : [file]
    for (const part of parts) found.push(part)
  }
  return { files: found.slice(0, filesMax), isCut: wasCut || found.length > filesMax }
}

/** An archive that was chosen by itself stands for what is in it, unless it is a learning package. */
async function opened(found: FoundFile, file: File): Promise<readonly FoundFile[]> {
  const extension = extensionOf(found.path)
  if (extension === 'h5p') return [{ ...found, isPackage: true }]
  if (extension !== 'zip') return [found]
  try {
    const entries = await readArchive(file)
    if (isPackage(entries)) return [{ ...found, isPackage: true }]
    if (found.path.includes('/')) return [{ ...found, problem: 'archive' }]
    const folder = file.name.replace(/\.zip$/i, '')
    return entries.map((entry) => ofEntry(entry, folder))
  } catch (error) {
    // A file that cannot be read any more is as good as damaged.
    return [{ ...found, problem: error instanceof UnreadableArchive ? error.problem : 'damaged' }]
  }
}

/** Its manifest lies at the top, or at the top of the one folder that was packed. */
function isPackage(entries: readonly PackedEntry[]): boolean {
  const paths = entries.map(({ path }) => path.toLowerCase())
  const outer = `${paths[0]?.split('/')[0]}/`
  const top = paths.every((path) => path.startsWith(outer)) ? outer : ''
  return packageManifests.some((name) => paths.includes(`${top}${name}`) || paths.includes(name))
}

function ofEntry(entry: PackedEntry, folder: string): FoundFile {
  const { path, sizeBytes, checksum } = entry
  const extension = extensionOf(path)
  const problem = entry.problem ?? (extension === 'zip' ? 'archive' : undefined)
  const name = path.split('/').at(-1) ?? path
  // An upload that was interrupted is known by name, size and time: with the checksum as its time it is never another file.
  const open = async () => new File([await entry.open()], name, { lastModified: checksum })
  return {
    path: `${folder}/${path}`,
    sizeBytes,
    source: { name, size: sizeBytes, open },
    ...(extension === 'h5p' && { isPackage: true }),
    ...(problem && { problem }),
  }
}
