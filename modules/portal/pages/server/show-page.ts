/** A page with the data of all its modules: one question to each module of the product that knows some, whatever their number. */
import { colorsOf } from '#kit/page-colors.ts'
import {
  type PageEntry,
  type PageModuleKind,
  type PageModuleRequest,
  type PageReader,
  pageModule,
} from '#modules/content/catalog/server.ts'
import type { PageDocument, PageItem, PageModule } from '../contract/document.ts'
import type { ShownItem, ShownModule, ShownPage, ShownTheme } from '../contract/shown.ts'
import type { PagesDb } from './db.ts'
import { documentEntries, documentTypes, listDocumentEntries } from './document-entries.ts'
import { isOfHost, videoHosts } from './problems.ts'
import { inLanguage } from './texts.ts'

export const fileUrl = (fileId: string | null | undefined) => (fileId ? `/api/v1/human/file/${fileId}` : null)

interface ShownRecord {
  readonly id: string
  readonly kind: ShownPage['kind']
  readonly parentId: string | null
  readonly nameCn: string
  readonly nameEn: string
  readonly version: number
  readonly document: PageDocument
}

interface Reader extends PageReader {
  readonly logError: (error: unknown, message: string) => void
}

const documents: PageModuleKind = {
  types: documentTypes,
  entries: (db, reader, modules) => documentEntries(db as PagesDb, reader, modules),
  list: (db, reader, module, window) => listDocumentEntries(db as PagesDb, reader, module, window),
}

export const kindOfModule = (type: string): PageModuleKind | undefined =>
  [documents, ...pageModule.all()].find(({ types }) => types.includes(type))

export const requestOf = (pageId: string, { id, type, count, source, settings }: PageModule): PageModuleRequest => ({
  ...{ id, type, pageId, count, source, settings },
})

export const shownEntry = (entry: PageEntry): ShownItem => ({
  ...{ id: entry.id, kind: entry.kind, title: entry.title, text: entry.text ?? '', icon: null },
  link: entry.link === null ? null : `#${entry.link}`,
  pictureUrl: fileUrl(entry.coverFileId),
  ...{ publishedAt: entry.publishedAt ?? null, startsAt: entry.startsAt ?? null, endsAt: entry.endsAt ?? null },
  ...{ value: entry.value ?? null, rank: entry.rank ?? null },
})

const shownItem = (item: PageItem, language: PageReader['language']): ShownItem => ({
  ...{ id: item.id, kind: '', title: inLanguage(item.title, language), text: inLanguage(item.text, language) },
  ...{ link: item.link ?? null, pictureUrl: fileUrl(item.fileId), icon: item.icon ?? null },
  ...{ publishedAt: null, startsAt: null, endsAt: null, value: null, rank: null },
})

function shownTheme({ logoFileId, primary, accent }: PageDocument['theme']): ShownTheme {
  const logoUrl = fileUrl(logoFileId)
  if (primary === null) return { logoUrl, light: null, dark: null }
  return { logoUrl, light: colorsOf(primary, accent, 'light'), dark: colorsOf(primary, accent, 'dark') }
}

interface Found {
  readonly entries: ReadonlyMap<string, readonly PageEntry[]>
  readonly failed: ReadonlySet<string>
}

/** A module of the product that fails takes its own modules of the page away, not the page. */
async function entriesOf(db: PagesDb, reader: Reader, requests: readonly PageModuleRequest[]): Promise<Found> {
  const entries = new Map<string, readonly PageEntry[]>()
  const failed = new Set<string>()
  for (const kind of [documents, ...pageModule.all()]) {
    const own = requests.filter(({ type }) => kind.types.includes(type))
    if (own.length === 0) continue
    try {
      for (const [id, found] of await kind.entries(db, reader, own)) entries.set(id, found)
    } catch (error) {
      reader.logError(error, `modules of a page failed: ${kind.types.join(', ')}`)
      for (const { id } of own) failed.add(id)
    }
  }
  return { entries, failed }
}

function videoOf({ type, settings }: PageModule, hosts: ReadonlySet<string>): ShownModule['video'] {
  if (type !== 'video') return null
  const url = fileUrl(settings.fileId)
  if (url) return { kind: 'file', url }
  const isShown = settings.videoUrl && isOfHost(settings.videoUrl, hosts)
  return isShown ? { kind: 'embedded', url: settings.videoUrl ?? '' } : null
}

export async function showPage(db: PagesDb, record: ShownRecord, reader: Reader): Promise<ShownPage> {
  const { language } = reader
  const modules = record.document.sections.flatMap((section) => section.modules)
  const { entries, failed } = await entriesOf(
    db,
    reader,
    modules.map((one) => requestOf(record.id, one)),
  )
  const isEmbedding = modules.some(({ settings }) => settings.videoUrl)
  const hosts = isEmbedding ? await videoHosts(db, reader.caller.companyId) : new Set<string>()
  const shown = (one: PageModule): ShownModule => {
    const found = entries.get(one.id) ?? []
    const { settings } = one
    const own = (settings.items ?? []).map((item) => shownItem(item, language))
    return {
      ...{ id: one.id, type: one.type, title: inLanguage(one.title, language), layout: one.layout, column: one.column },
      items: own.length > 0 ? own : found.slice(0, one.count).map(shownEntry),
      hasMore: found.length > one.count,
      html: settings.html ? inLanguage(settings.html, language) : null,
      ...{
        pictureUrl: one.type === 'picture' ? fileUrl(settings.fileId) : null,
        alt: inLanguage(settings.alt, language),
      },
      ...{ link: settings.link ?? null, video: videoOf(one, hosts), endsAt: settings.endsAt ?? null },
      ...{ seconds: settings.seconds ?? 0, count: one.count, failed: failed.has(one.id) },
    }
  }
  return {
    ...{ id: record.id, kind: record.kind, parentId: record.parentId, version: record.version },
    name: inLanguage({ cn: record.nameCn, en: record.nameEn }, language),
    theme: shownTheme(record.document.theme),
    sections: record.document.sections.map((section) => ({ ...section, modules: section.modules.map(shown) })),
  }
}
