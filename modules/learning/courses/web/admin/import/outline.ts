/** The chapters and sections that folders and files become, and what is left out and why. Pure. */
import { isClutter, packageManifests } from '#kit/archive-names.ts'
import { extensionOf, type FileKindName, fileKinds, fileTypes, sizeBytesMax } from '#modules/platform/files/contract.ts'
import type { UploadSource } from '#modules/platform/files/web.tsx'
import type { SectionKind } from '../../../contract/wire.ts'
import type { FileProblem, Found, FoundFile } from './gather.ts'
import { compareNames, shortTitle, titlesOf } from './names.ts'

const chapterTitleMax = 100
const sectionTitleMax = 200

/** Kinds of sections that are made of one file. */
type FileSectionKind = 'video' | 'audio' | 'pdf' | 'package'

export interface PlannedSection {
  readonly key: string
  readonly title: string
  readonly kind: FileSectionKind
  readonly path: string
  readonly sizeBytes: number
  readonly source: UploadSource
}

export interface PlannedChapter {
  readonly key: string
  readonly title: string
  readonly sections: readonly PlannedSection[]
}

type SkipReason =
  | FileProblem
  | 'hidden'
  | 'kind'
  | 'empty'
  | 'too-large'
  | 'long-name'
  | 'unpacked-package'
  | 'too-many-sections'
  | 'too-many-chapters'

export interface Skipped {
  readonly path: string
  readonly reason: SkipReason
}

export interface Outline {
  /** Of the folder or the archive; empty where several things were chosen together. */
  readonly title: string
  readonly chapters: readonly PlannedChapter[]
  readonly skipped: readonly Skipped[]
  readonly isCut: boolean
}

export interface OutlineRules {
  /** How many more the course can hold. */
  readonly room: { readonly chapters: number; readonly sections: number }
  /** What can be made in this course. */
  readonly kinds: readonly SectionKind[]
  /** Of a chapter of files that lie in no folder. */
  readonly looseTitle: string
}

/** In which field a file of that section is uploaded. */
const uploadKindOf: Readonly<Record<FileSectionKind, FileKindName>> = {
  video: 'video',
  audio: 'audio',
  // Office files as well: they are read as the PDF that is made of them.
  pdf: 'document',
  package: 'package',
}

const kindOfClass: Readonly<Record<string, FileSectionKind>> = {
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  slides: 'pdf',
  office: 'pdf',
}

function kindOf({ path, isPackage }: FoundFile): FileSectionKind | undefined {
  return isPackage ? 'package' : kindOfClass[fileTypes[extensionOf(path)]?.class ?? '']
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')
const nameOf = (path: string) => path.split('/').at(-1) ?? path
const withoutExtension = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/i, '') || name

/** Files of systems and programs: names with a dot in front, and the notes that Office leaves beside an open document. */
const isHidden = (path: string) => isClutter(path) || partsOf(path).some((part) => /^(\.|~\$|__MACOSX$)/.test(part))

/** Folders with the manifest of a package in them: their files make no sense one by one. */
function unpackedPackages(files: readonly FoundFile[]): readonly string[] {
  return files
    .filter(({ path }) => packageManifests.includes(nameOf(path).toLowerCase()))
    .map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
    .filter((folder) => folder !== '')
}

function reasonOf(file: FoundFile, kinds: OutlineRules['kinds']): SkipReason | undefined {
  const kind = kindOf(file)
  // A path that climbs has dots in front as well.
  if (file.problem === 'unsafe-path') return file.problem
  if (isHidden(file.path)) return 'hidden'
  if (file.problem) return file.problem
  if (!kind || !kinds.includes(kind)) return 'kind'
  if (file.sizeBytes === 0) return 'empty'
  const field = uploadKindOf[kind]
  if (file.sizeBytes > sizeBytesMax(field, extensionOf(file.path))) return 'too-large'
  return [...nameOf(file.path)].length > fileKinds[field].nameLengthMax ? 'long-name' : undefined
}

function sorted(files: readonly FoundFile[], kinds: OutlineRules['kinds']) {
  const taken: FoundFile[] = []
  const skipped: Skipped[] = []
  const packages = new Set(unpackedPackages(files))
  for (const folder of packages) skipped.push({ path: folder, reason: 'unpacked-package' })
  for (const file of files) {
    if (partsOf(file.path).some((_, index, parts) => packages.has(`${parts.slice(0, index).join('/')}/`))) continue
    const reason = reasonOf(file, kinds)
    if (reason) skipped.push({ path: file.path, reason })
    else taken.push(file)
  }
  return { taken, skipped }
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: FoundFile[]
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: [] })

function treeOf(files: readonly FoundFile[]): Folder {
  const root = emptyFolder()
  for (const file of files) {
    let folder = root
    for (const part of partsOf(file.path).slice(0, -1)) {
      const next: Folder = folder.folders.get(part) ?? emptyFolder()
      folder.folders.set(part, next)
      folder = next
    }
    folder.files.push(file)
  }
  return root
}

/** Goes into the folder that holds everything: the one that was chosen, and one that was packed around it. */
function innermost(root: Folder): { folder: Folder; name: string | undefined } {
  let [folder, name] = [root, undefined as string | undefined]
  while (folder.files.length === 0 && folder.folders.size === 1) {
    for (const [only, inner] of folder.folders) [folder, name] = [inner, only]
  }
  return { folder, name }
}

/** Files and folders of a folder in their order; what lies deeper names the way to it. */
function sectionsOf({ folders, files }: Folder, way: readonly string[] = []): PlannedSection[] {
  const items = [
    ...[...folders].map(([name, folder]) => ({ name, folder, file: undefined })),
    ...files.map((file) => ({ name: withoutExtension(nameOf(file.path)), folder: undefined, file })),
  ].sort((one, other) => compareNames(one.name, other.name))
  const titles = titlesOf(items.map(({ name }) => name))
  return items.flatMap(({ folder, file }, index) => {
    const names = [...way, titles[index] ?? '']
    if (folder) return sectionsOf(folder, names)
    const kind = kindOf(file)
    if (!kind) return []
    const { path, sizeBytes, source } = file
    const whole = names.join(' · ')
    const title = shortTitle(whole.length > sectionTitleMax ? (names.at(-1) ?? '') : whole, sectionTitleMax)
    return [{ key: path, title, kind, path, sizeBytes, source }]
  })
}

/** What a name of a folder or an archive says as a title. */
const titleOf = (name: string) => shortTitle(titlesOf([name])[0] ?? '', chapterTitleMax)

export function outlineOf({ files, isCut }: Found, rules: OutlineRules): Outline {
  const { taken, skipped } = sorted(files, rules.kinds)
  const { folder, name } = innermost(treeOf(taken))
  const inFolders = [...folder.folders].sort(([one], [other]) => compareNames(one, other))
  const titles = titlesOf(inFolders.map(([folderName]) => folderName))
  const loose = sectionsOf({ folders: new Map(), files: folder.files })
  const all: PlannedChapter[] = [
    { key: '', title: name === undefined ? rules.looseTitle : titleOf(name), sections: loose },
    ...inFolders.map(([folderName, inner], index) => ({
      key: folderName,
      title: shortTitle(titles[index] ?? '', chapterTitleMax),
      sections: sectionsOf(inner),
    })),
  ].filter(({ sections }) => sections.length > 0)

  const chapters: PlannedChapter[] = []
  let left = rules.room.sections
  for (const chapter of all) {
    const hasRoom = chapters.length < rules.room.chapters
    const sections = hasRoom ? chapter.sections.slice(0, left) : []
    const reason = hasRoom ? 'too-many-sections' : 'too-many-chapters'
    for (const { path } of chapter.sections.slice(sections.length)) skipped.push({ path, reason })
    left -= sections.length
    if (sections.length > 0) chapters.push({ ...chapter, sections })
  }
  return { title: rootTitle(files), chapters, skipped, isCut }
}

/** Everything lies in one folder or archive, or is one file. */
function rootTitle(files: readonly FoundFile[]): string {
  const roots = new Set(files.map(({ path }) => partsOf(path)[0] ?? ''))
  const [root = ''] = roots
  if (roots.size !== 1) return ''
  return titleOf(files[0]?.path === root ? withoutExtension(root) : root)
}

export interface OutlineEdits {
  /** Titles by the key of a chapter or section. */
  readonly titles: ReadonlyMap<string, string>
  /** Sections that are left out. */
  readonly off: ReadonlySet<string>
}

/** What will be made: without what was left out, under the titles that were given. An emptied title is the old one. */
export function editedOutline({ chapters }: Outline, { titles, off }: OutlineEdits): readonly PlannedChapter[] {
  const titled = <T extends { readonly title: string }>(key: string, item: T) => ({
    ...item,
    title: titles.get(key)?.trim() || item.title,
  })
  return chapters
    .map((chapter) => ({
      ...titled(`chapter:${chapter.key}`, chapter),
      sections: chapter.sections.filter(({ key }) => !off.has(key)).map((section) => titled(section.key, section)),
    }))
    .filter(({ sections }) => sections.length > 0)
}
