/** News in modules of pages: that of the page's organization and of all above it. */
import type { PageEntry, PageModuleKind, PageModuleRequest, PageReader } from '#modules/content/catalog/server.ts'
import { organizationOfPage } from '#modules/portal/pages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { NewsRow } from '../contract.ts'
import { newsTables } from './db.ts'
import { listNews } from './own-news.ts'

const entryOf = ({ id, title, summary, coverPath, publishedAt }: NewsRow): PageEntry => ({
  ...{ id, kind: '', title, text: summary, link: `/news/${id}`, publishedAt },
  coverFileId: coverPath === null ? null : coverPath.slice('files/'.length),
})

async function newsOf(
  db: Connection,
  { caller, now }: PageReader,
  pageId: PageModuleRequest['pageId'],
  paging: { readonly page: number; readonly pageSize: number },
) {
  const organizationId = pageId === null ? undefined : await organizationOfPage(db, caller, pageId, { anyState: true })
  const found = await listNews(newsTables(db), paging, organizationId, { caller, now })
  return { entries: found.items.map(entryOf), recordCount: found.recordCount }
}

export const newsOfPages: PageModuleKind = {
  types: ['news'],
  /** The modules of one page differ in their number alone: one list serves them all. */
  async entries(db, reader, modules) {
    const [first] = modules
    if (!first) return new Map()
    const most = Math.max(...modules.map(({ count }) => count)) + 1
    const { entries } = await newsOf(db, reader, first.pageId, { page: 1, pageSize: most })
    return new Map(modules.map(({ id, count }) => [id, entries.slice(0, count + 1)]))
  },
  list(db, reader, { pageId }, { limit, offset }) {
    return newsOf(db, reader, pageId, { page: Math.floor(offset / limit) + 1, pageSize: limit })
  },
}
