/** Topics' door for the shell, and the widgets that other modules' screens show. */
import { type ReactNode, Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesComments, managesTopics } from './contract/access.ts'
import type { CollectButtonProps } from './web/CollectButton.tsx'
import type { TopicChooserProps } from './web/choosing/TopicChooser.tsx'
import type { TopicTagsProps } from './web/choosing/TopicTags.tsx'
import type { DiscussionProps } from './web/discussion/Discussion.tsx'
import type { ScoreStarsProps } from './web/ScoreStars.tsx'

const LazyDiscussion = part(() => import('./web/discussion/Discussion.tsx'), ['topics', 'words'])
const LazyCollectButton = part(() => import('./web/CollectButton.tsx'), ['topics'])
const LazyScoreStars = part(() => import('./web/ScoreStars.tsx'), ['topics'])
const LazyTopicChooser = part(() => import('./web/choosing/TopicChooser.tsx'), ['topics', 'words'])
const LazyTopicTags = part(() => import('./web/choosing/TopicTags.tsx'), ['topics'])

function Loading({ children, sign }: { children: ReactNode; sign?: ReactNode }) {
  return <Suspense fallback={sign ?? null}>{children}</Suspense>
}

/** The comments of an item, with its composer; as wide as its place. It brings its own heading (`h2`). */
export function Discussion(props: DiscussionProps) {
  return (
    <Loading sign={<LoadingState />}>
      <LazyDiscussion {...props} />
    </Loading>
  )
}

/** Keeps the item for later, or no longer. */
export function CollectButton(props: CollectButtonProps) {
  return (
    <Loading>
      <LazyCollectButton {...props} />
    </Loading>
  )
}

/** The average of an item's scores, how they are spread, and the caller's own, given once. */
export function ScoreStars(props: ScoreStarsProps) {
  return (
    <Loading>
      <LazyScoreStars {...props} />
    </Loading>
  )
}

/** Chooses topics by typing, Enter and from the most used; at most `max`, five where nothing is said. */
export function TopicChooser(props: TopicChooserProps) {
  return (
    <Loading sign={<LoadingState rows={1} />}>
      <LazyTopicChooser {...props} />
    </Loading>
  )
}

/** The topics of an item, in their order. */
export function TopicTags(props: TopicTagsProps) {
  return (
    <Loading>
      <LazyTopicTags {...props} />
    </Loading>
  )
}

const collections = {
  title: { cn: '我的收藏', en: 'My bookmarks' },
  screen: () => import('./web/center/CollectionsPage.tsx'),
}

export const topicsWeb: WebModule = {
  name: 'topics',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { ...collections, path: '/center/collections' },
    { ...collections, path: '/center/my/collect' },
    {
      path: '/manage/topics',
      title: { cn: '话题管理', en: 'Topics' },
      screen: () => import('./web/admin/TopicsPage.tsx'),
      layout: 'admin',
      access: managesTopics,
    },
    {
      path: '/manage/comments',
      title: { cn: '评论管理', en: 'Comments' },
      screen: () => import('./web/admin/CommentsPage.tsx'),
      layout: 'admin',
      access: managesComments,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 50,
      title: { cn: '我的收藏', en: 'Bookmarks' },
      icon: 'heart',
      path: '/center/my/collect',
    },
    {
      area: 'user',
      title: { cn: '我的收藏', en: 'My bookmarks' },
      icon: 'star',
      path: '/center/collections',
      order: 20,
    },
    {
      area: 'admin',
      group: 'community',
      order: 10,
      title: { cn: '话题管理', en: 'Topics' },
      icon: 'tag',
      path: '/manage/topics',
      access: managesTopics,
    },
    {
      area: 'admin',
      group: 'community',
      order: 20,
      title: { cn: '评论管理', en: 'Comments' },
      icon: 'community',
      path: '/manage/comments',
      access: managesComments,
    },
  ],
}
