import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, queryClient } from '#web/api/query.ts'
import type { Comment, Reply, Thread } from '../../contract/comments.ts'
import { topics } from '../../contract.ts'

export interface ItemProps {
  readonly businessType: number
  readonly businessId: string
}

export type Order = 'newest' | 'hottest'

type Pages = InfiniteData<Thread, string | undefined>

/** What a comment and a reply have in common. */
export type Entry = Omit<Reply, 'repliedTo'>

export interface ThreadStore {
  /** Changes one comment or reply wherever it stands. */
  change(id: string, change: (entry: Entry) => Partial<Entry>): void
  addComment(comment: Comment): void
  addReply(commentId: string, reply: Reply): void
  /** Further replies that were read. */
  addReplies(commentId: string, replies: readonly Reply[]): void
  /** Comments and replies that are shown became more, or fewer. */
  count(change: number): void
  setQuiet(quiet: boolean): void
  /** The one that is the best now; none where the mark was taken back. */
  setBest(best: Entry | undefined): void
}

function storeOf(key: readonly unknown[]): ThreadStore {
  const update = (change: (page: Thread, index: number) => Thread) => {
    queryClient.setQueryData<Pages>(key, (before) => before && { ...before, pages: before.pages.map(change) })
  }
  const changeComment = (id: string, change: (comment: Comment) => Comment) => {
    update((page) => ({ ...page, items: page.items.map((comment) => (comment.id === id ? change(comment) : comment)) }))
  }
  const count = (change: number) => update((page) => ({ ...page, recordCount: page.recordCount + change }))
  return {
    change(id, change) {
      update((page) => ({
        ...page,
        items: page.items.map((comment) => {
          const changed = comment.id === id ? { ...comment, ...change(comment) } : comment
          return {
            ...changed,
            replies: changed.replies.map((reply) => (reply.id === id ? { ...reply, ...change(reply) } : reply)),
          }
        }),
      }))
    },
    addComment(comment) {
      update((page, index) => (index === 0 ? { ...page, items: [comment, ...page.items] } : page))
      count(1)
    },
    addReply(commentId, reply) {
      changeComment(commentId, (comment) => ({
        ...comment,
        replyCount: comment.replyCount + 1,
        replies: [...comment.replies, reply],
      }))
      count(1)
    },
    addReplies(commentId, replies) {
      changeComment(commentId, (comment) => {
        const known = new Set(replies.map(({ id }) => id))
        // A reply that was just written stands at the end already.
        const before = comment.replies.filter(({ id }) => !known.has(id))
        const all = [...before, ...replies].sort((a, b) => a.createTime - b.createTime || (a.id < b.id ? -1 : 1))
        return { ...comment, replies: all }
      })
    },
    count,
    setQuiet(quiet) {
      update((page) => ({ ...page, quiet }))
    },
    setBest(best) {
      const marked = <Marked extends Entry>(entry: Marked) => ({ ...entry, best: entry.id === best?.id })
      update((page, index) => ({
        ...page,
        best: best && index === 0 ? { repliedTo: null, ...best, best: true } : null,
        items: page.items.map((comment) => ({ ...marked(comment), replies: comment.replies.map(marked) })),
      }))
    },
  }
}

/** The comments of an item, page after page, and what changes them on the screen. */
export function useThread({ businessType, businessId }: ItemProps, order: Order) {
  const key = useMemo(() => ['topics.thread', businessType, businessId, order], [businessType, businessId, order])
  const thread = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { businessType, businessId, order, ...(pageParam !== undefined && { after: pageParam }) }
      return call(topics.listComments, { query }, { cache: 0, quiet: true })
    },
    getNextPageParam: (last) => last.next ?? undefined,
    // The thread is loaded whenever the screen opens; in between the screen applies its own changes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const store = useMemo(() => storeOf(key), [key])
  return { thread, store }
}
