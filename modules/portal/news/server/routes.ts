import { organizationOfPage } from '#modules/portal/pages/server.ts'
import type { Routes } from '#server/module.ts'
import type { news } from '../contract.ts'
import {
  changeNews,
  createNews,
  deleteNews,
  getManagedNews,
  listManagedNews,
  publishNews,
  withdrawNews,
} from './managed-news.ts'
import { getNews, listNews, readNews } from './own-news.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof news> = {
  async managedNews(db, { query }, context) {
    return listManagedNews(db, query, context)
  },
  async managedArticle(db, { params }, context) {
    return getManagedNews(db, params.id, context)
  },
  async createNews(db, { body }, context) {
    return createNews(db, body, context)
  },
  async changeNews(db, { params, body }, context) {
    return changeNews(db, params.id, body, context)
  },
  async publishNews(db, { params, body }, context) {
    return publishNews(db, params.id, body, context)
  },
  async withdrawNews(db, { params, body }, context) {
    return withdrawNews(db, params.id, body, context)
  },
  async deleteNews(db, { params }, context) {
    await deleteNews(db, params.id, context)
    return {}
  },
  async newsList(db, { query }, context) {
    const { homeConfigId } = query
    const ofPage = homeConfigId === undefined ? undefined : await organizationOfPage(db, context.caller, homeConfigId)
    return listNews(db, query, ofPage, context)
  },
  async newsArticle(db, { params }, context) {
    return getNews(db, params.id, context)
  },
  async readNews(db, { params }, context) {
    await readNews(db, params.id, context)
    return {}
  },
}
