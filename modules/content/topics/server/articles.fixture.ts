/** A module with items of its own that members collect, comment and score: for tests of topics. */
import { contract } from '#kit/contract.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import { type ItemKind, itemKind } from './kinds.ts'

export const articleType = 901
/** Comments of 300 characters, replies of 3000. */
export const shortType = 902

/** What the owner knows of its items; tests change it. */
export const articles = new Map<
  string,
  {
    name: string
    companyId: string
    hidden?: true
    hiddenFrom?: string
    closed?: true
    moderator?: string
    author?: string
  }
>()

const kind = (businessType: number): ItemKind => ({
  businessType,
  label: businessType === articleType ? { cn: '文章', en: 'Article' } : { cn: '短文', en: 'Note' },
  async visible(_db, caller, ids) {
    return ids.flatMap((id) => {
      const article = articles.get(id)
      if (!article || article.companyId !== caller.companyId || article.hidden) return []
      if (article.hiddenFrom === caller.memberId) return []
      return [{ id, name: article.name, link: `/articles/${id}` }]
    })
  },
  async mayComment(_db, _caller, id) {
    return articles.get(id)?.closed !== true
  },
  async mayModerate(_db, caller, id) {
    return articles.get(id)?.moderator === caller.memberId
  },
  async mayMarkBest(_db, caller, id) {
    return articles.get(id)?.author === caller.memberId
  },
  async mayScore(_db, _caller, id) {
    return articles.get(id)?.closed !== true
  },
  ...(businessType === shortType && { commentLengthMax: 300, replyLengthMax: 3000 }),
})

export const articlesModule: ServerModule = serverModule({
  name: 'articles',
  contract: contract({}),
  routes: {},
  extensions: [itemKind(kind(articleType)), itemKind(kind(shortType))],
})
