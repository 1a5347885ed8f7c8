/** Addresses of the screens of contents. */
import type { ContentType } from '../contract.ts'

/** The editor of each type of content. */
const editors = { 1: 'publish-create', 2: 'publish-video', 3: 'publish-file' } as const

export const contentPaths = {
  detail: (id?: string) => (id === undefined ? '/share-content-detail' : `/share-content-detail/${id}`),
  preview: (draftId: string) => `/share-content-preview/${draftId}`,
  list: (query?: Readonly<Record<string, string>>) =>
    query ? `/knowledge-list?${new URLSearchParams(query)}` : '/knowledge-list',
  home: () => '/share-study/share-index',
  topic: (id?: string) => (id === undefined ? '/share-study/topic-list' : `/share-study/topic-list/${id}`),
  collection: () => '/share-study/my-collection-detail',
  manage: () => '/publish-manage',
  managed: (accountId: string) => `/publish-manage?account=${accountId}`,
  /** A new content, a draft of one, or one that is published already. */
  write: (
    type: ContentType,
    of: { readonly draft?: string; readonly content?: string; readonly account?: string } = {},
  ) => {
    const query = new URLSearchParams(Object.entries(of).filter(([, value]) => value !== undefined))
    return `/publish-manage/${editors[type]}${query.size > 0 ? `?${query}` : ''}`
  },
  /** Screens of community, whose contents these are. */
  account: (id: string) => `/share-team/team-content/${id}`,
  apply: () => '/share-study/certification-acount',
  circles: () => '/share-study/knowledge-community',
} as const
