/**
 * Packages of QTI: a manifest, an item a file, and the files that they show. Nothing is unpacked into a folder; a name in the
 * archive leads nowhere but to its own entry.
 */
import { strFromU8, strToU8, type Unzipped, type Zippable, zipSync } from 'fflate'
import { MEDIA_REFUSED } from '../../../contract/exchange-codes.ts'
import { mapRichTexts } from '../../../contract/texts.ts'
import type { ExchangeQuestion } from '../exchange-question.ts'
import { type FormatFile, type FormatQuestion, unreadable } from './format-question.ts'
import type { ExportFiles } from './moodle-write.ts'
import { named3 } from './qti-names.ts'
import { readItem } from './qti-read.ts'
import { itemOf } from './qti-write.ts'
import { isQti1, readQti1 } from './qti1-read.ts'
import { remainderOf, withRemainder } from './remainder.ts'
import { mapSources, ownFileId, ownFileSource, ownFilesOf, PackedFiles } from './rich-texts.ts'
import { allOf, childOf, decodeText, element, parseXml, serializeXml, type XmlElement, xmlHead } from './xml.ts'

export const manifestName = 'imsmanifest.xml'
/** What QTI cannot say of the items, by their identifiers. */
const remaindersName = 'shuyuan.json'

/** The entry that an address in a file of the package leads to; undefined where it leads out of it. */
export function entryAt(from: string, address: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(address.replace(/[?#].*$/, ''))
  } catch {
    return undefined
  }
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(path)) return undefined
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

function xmlIn(entries: Unzipped, name: string): XmlElement | undefined {
  const bytes = entries[name]
  if (!bytes) return undefined
  try {
    return parseXml(decodeText(bytes).replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The files of items in the order of the manifest. */
function itemNames(entries: Unzipped): string[] {
  const found = Object.keys(entries).find((name) => name === manifestName || name.endsWith(`/${manifestName}`))
  const manifest = found && xmlIn(entries, found)
  if (!found || !manifest) throw new Error('the manifest cannot be read')
  const resources = allOf(manifest, 'resource').filter(({ attributes }) =>
    /^imsqti_(?:item_)?xmlv/.test(attributes.type ?? ''),
  )
  return resources.flatMap((resource) => {
    const href = resource.attributes.href ?? childOf(resource, 'file')?.attributes.href ?? ''
    return entryAt(found, href) ?? []
  })
}

function remaindersIn(entries: Unzipped): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(strFromU8(entries[remaindersName] ?? new Uint8Array()))
    return typeof found === 'object' && found !== null ? { ...found } : {}
  } catch {
    return {}
  }
}

interface Reading {
  readonly entries: Unzipped
  readonly packed: PackedFiles
  readonly remainders: Readonly<Record<string, unknown>>
}

/** What `read` makes of an item in this file, with the pictures that it shows. */
function withFiles(
  { entries, packed }: Reading,
  name: string,
  read: (source: (address: string) => string | undefined) => FormatQuestion,
): FormatQuestion {
  let isMissing = false
  const source = (address: string): string | undefined => {
    if (address.startsWith('media:')) return ''
    if (/^(?:https?:)?\/\//i.test(address) || ownFileId(address) !== undefined) return undefined
    const data = packed.ofDataUrl(address)
    const entry = data ?? entryAt(name, address)
    const bytes = entry === undefined ? undefined : entries[entry]
    if (data !== undefined) return data
    if (entry !== undefined && bytes) return packed.add(entry, entry.replace(/^.*\//, ''), () => bytes)
    isMissing = true
    return undefined
  }
  const found = read(source)
  if (!found.question) return found
  // What was laid over the texts names files as they stand in the package.
  const content = mapRichTexts(found.question.content, (html) =>
    mapSources(html, (from) => (from.startsWith('media:') ? undefined : source(from))),
  )
  const problems = isMissing ? [{ column: 'stem' as const, code: MEDIA_REFUSED.code }] : found.problems
  return { ...found, question: { ...found.question, content }, problems }
}

function itemsIn(reading: Reading, name: string): FormatQuestion[] {
  const { entries, remainders } = reading
  const document = xmlIn(entries, name)
  if (!document) return [unreadable(entries[name] ? strFromU8(entries[name].subarray(0, 4000), true) : name)]
  if (isQti1(document)) return readQti1(document, (item) => withFiles(reading, name, item))
  const { identifier = '' } = document.attributes
  const rest = Object.hasOwn(remainders, identifier) ? JSON.stringify(remainders[identifier]) : undefined
  return [withFiles(reading, name, (source) => withRemainder(readItem(document, source), rest))]
}

export function readQtiPackage(entries: Unzipped): FormatFile {
  const reading = { entries, packed: new PackedFiles(), remainders: remaindersIn(entries) }
  const questions = itemNames(entries).flatMap((name) => itemsIn(reading, name))
  return { questions, files: reading.packed.files }
}

/** An item without a package; of QTI 1.2, all of the file. */
export function readQtiItem(text: string): FormatFile {
  const packed = new PackedFiles()
  const document = parseXml(text)
  const source = (from: string) => packed.ofDataUrl(from)
  const questions = isQti1(document) ? readQti1(document, (item) => item(source)) : [readItem(document, source)]
  return { questions, files: packed.files }
}

export type QtiVersion = 'qti22' | 'qti30'

const schemas = {
  qti22: { item: 'http://www.imsglobal.org/xsd/imsqti_v2p2', type: 'imsqti_item_xmlv2p2', schema: 'QTIv2.2 Package' },
  qti30: { item: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0', type: 'imsqti_item_xmlv3p0', schema: 'QTI Package' },
} as const

const schemaVersions = { qti22: '1.0.0', qti30: '3.0.0' } as const
const manifestSchema = {
  qti22: 'http://www.imsglobal.org/xsd/imscp_v1p1',
  qti30: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
} as const

const mediaFolder = 'media'
const itemFolder = 'items'
const filesOf = ({ content }: ExchangeQuestion): string[] => {
  const ids = new Set<string>()
  mapRichTexts(content, (html) => {
    for (const id of ownFilesOf(html)) ids.add(id)
    return html
  })
  return [...ids]
}

function manifestOf(version: QtiVersion, resources: readonly XmlElement[]): string {
  const { schema } = schemas[version]
  const metadata = element(
    'metadata',
    {},
    element('schema', {}, schema),
    element('schemaversion', {}, schemaVersions[version]),
  )
  const manifest = element(
    'manifest',
    { xmlns: manifestSchema[version], identifier: 'MANIFEST' },
    ...[metadata, element('organizations'), element('resources', {}, ...resources)],
  )
  return `${xmlHead}${serializeXml(manifest)}\n`
}

/** The bytes of the package. */
export function qtiPackage(
  questions: readonly ExchangeQuestion[],
  files: ExportFiles,
  version: QtiVersion,
): Uint8Array {
  const remainders: Record<string, unknown> = {}
  const entries: Zippable = {}
  const address = (from: string) => {
    const file = files.get(ownFileId(from) ?? '')
    return file ? `../${mediaFolder}/${encodeURIComponent(file.name)}` : from
  }
  const resources = questions.map((question, index) => {
    const identifier = `Q${String(index + 1).padStart(4, '0')}`
    const own = itemOf(question, identifier, (from) => from)
    const rest = remainderOf(question, readItem(own).question)
    const used = filesOf(question).flatMap((id) => files.get(id) ?? [])
    if (rest !== undefined) {
      const named = filesOf(question).reduce(
        (text, id) => text.replaceAll(ownFileSource(id), address(ownFileSource(id))),
        rest,
      )
      remainders[identifier] = JSON.parse(named)
    }
    const item = itemOf(question, identifier, address)
    const whole = { ...item, attributes: { xmlns: schemas[version].item, ...item.attributes } }
    const href = `${itemFolder}/${identifier}.xml`
    entries[href] = strToU8(`${xmlHead}${serializeXml(version === 'qti30' ? named3(whole) : whole)}\n`)
    const names = [href, ...used.map(({ name }) => `${mediaFolder}/${encodeURIComponent(name)}`)]
    const listed = names.map((name) => element('file', { href: name }))
    return element('resource', { identifier, type: schemas[version].type, href }, ...listed)
  })
  for (const { name, bytes } of files.values()) entries[`${mediaFolder}/${name}`] = [bytes, { level: 0 }]
  const extension = element(
    'resource',
    { identifier: 'EXTENSION', type: 'webcontent', href: remaindersName },
    element('file', { href: remaindersName }),
  )
  entries[remaindersName] = strToU8(JSON.stringify(remainders))
  entries[manifestName] = strToU8(manifestOf(version, [...resources, extension]))
  return zipSync(entries)
}
