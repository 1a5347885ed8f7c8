/** Contents' door for the shell: reading, writing, the contents of share accounts; and the card of a content. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import type { ContentCardProps } from './web/parts/ContentCard.tsx'

const LazyContentCard = part(() => import('./web/parts/LoneCard.tsx'), ['contents'])

/** A content in a list of another module; `children` stand below its figures. */
export function ContentCard(props: ContentCardProps) {
  return (
    <Suspense
      fallback={
        <article className="sy-card" aria-label={props.content.title}>
          <h3>{props.content.title}</h3>
        </article>
      }
    >
      <LazyContentCard {...props} />
    </Suspense>
  )
}

const reading = { title: { cn: '内容', en: 'Content' }, screen: () => import('./web/share-index/ContentPage.tsx') }
const managing = {
  title: { cn: '内容管理', en: 'My contents' },
  screen: () => import('./web/share-output/ManagePage.tsx'),
}

export const contentsWeb: WebModule = {
  name: 'contents',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { ...reading, path: '/share-content-detail/:id?' },
    {
      path: '/share-content-preview/:id?',
      title: { cn: '预览', en: 'Preview' },
      screen: () => import('./web/share-index/PreviewPage.tsx'),
    },
    {
      path: '/knowledge-list',
      title: { cn: '知识内容', en: 'Contents' },
      screen: () => import('./web/share-index/KnowledgeListPage.tsx'),
    },
    {
      path: '/knowledge/detail/:id',
      title: { cn: '内容', en: 'Content' },
      screen: () => import('./web/center-detail/KnowledgePage.tsx'),
    },
    {
      path: '/share-study/my-collection-detail',
      title: { cn: '我的收藏', en: 'My bookmarks' },
      screen: () => import('./web/my-collection-detail/CollectionPage.tsx'),
    },
    {
      path: '/share-study/topic-list/:id?',
      title: { cn: '话题', en: 'Topics' },
      screen: () => import('./web/topic-list/TopicPage.tsx'),
    },
    { ...managing, path: '/publish-manage' },
    {
      path: '/publish-manage/publish-create',
      title: { cn: '写文章', en: 'Write an article' },
      screen: () => import('./web/share-output/PublishCreatePage.tsx'),
    },
    {
      path: '/publish-manage/publish-video',
      title: { cn: '发视频', en: 'Publish a video' },
      screen: () => import('./web/share-output/PublishVideoPage.tsx'),
    },
    {
      path: '/publish-manage/publish-file',
      title: { cn: '发文件', en: 'Publish a file' },
      screen: () => import('./web/share-output/PublishFilePage.tsx'),
    },
  ],
  menu: [
    {
      area: 'user',
      order: 41,
      title: { cn: '内容管理', en: 'My contents' },
      icon: 'edit',
      path: '/publish-manage',
    },
  ],
  widgets: {
    'share-account': [{ order: 10, screen: () => import('./web/share-team/AccountContents.tsx') }],
  },
}
