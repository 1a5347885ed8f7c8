import { Suspense, useId, useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { part } from '#web/part.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Thread } from '../../contract/comments.ts'
import { topics } from '../../contract.ts'
import { CommentView } from './CommentView.tsx'
import { Composer } from './Composer.tsx'
import { type ItemProps, type Order, type ThreadStore, useThread } from './use-thread.ts'
import './discussion.css'

export type DiscussionProps = ItemProps

/** Few threads have one: it does not weigh on those that have none. */
const BestComment = part(() => import('./BestComment.tsx'), ['topics'])

const orders: readonly Order[] = ['newest', 'hottest']

/** The comments of an item, with a composer above them. */
export default function Discussion(item: DiscussionProps) {
  const t = useText('topics')
  const headingId = useId()
  const [order, setOrder] = useState<Order>('newest')
  const { thread, store } = useThread(item, order)
  const first = thread.data?.pages[0]
  const comments = thread.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="dis" aria-labelledby={headingId}>
      <div className="sy-row sy-wrap sy-gap-2 dis-head">
        <h2 id={headingId}>
          {t('comment.title')}
          {first && first.recordCount > 0 && (
            <span className="dis-count">
              <NumberText value={first.recordCount} />
            </span>
          )}
        </h2>
        {first && <QuietButton item={item} thread={first} store={store} />}
        <fieldset className="dis-orders" aria-label={t('comment.order')}>
          {orders.map((one) => (
            <button key={one} type="button" aria-pressed={order === one} onClick={() => setOrder(one)}>
              {t(`comment.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      {thread.isPending && <LoadingState rows={4} />}
      {thread.isError && !first && <ErrorState small error={thread.error} onRetry={() => void thread.refetch()} />}
      {first && <Writing item={item} thread={first} store={store} />}
      {first?.best && (
        <Suspense fallback={null}>
          <BestComment best={first.best} />
        </Suspense>
      )}
      {first && comments.length === 0 && (
        <EmptyState small title={t(first.mayComment ? 'comment.none' : 'comment.noneClosed')} />
      )}
      {first && comments.length > 0 && (
        <ol className="dis-list">
          {comments.map((comment) => (
            <CommentView key={comment.id} comment={comment} thread={first} store={store} />
          ))}
        </ol>
      )}
      {thread.hasNextPage && (
        <button
          type="button"
          className="sy-button sy-button-plain dis-more"
          disabled={thread.isFetchingNextPage}
          aria-busy={thread.isFetchingNextPage}
          onClick={() => void thread.fetchNextPage()}
        >
          {t('comment.more')}
        </button>
      )}
    </section>
  )
}

interface PartProps {
  readonly item: ItemProps
  readonly thread: Thread
  readonly store: ThreadStore
}

/** Where the caller may write; why not, where they may not. */
function Writing({ item, thread, store }: PartProps) {
  const t = useText('topics')
  if (!thread.mayComment) return <p className="dis-closed">{t('comment.closed')}</p>
  if (thread.mutedUntil !== null)
    return (
      <p className="dis-closed">
        {t('comment.muted')} <DateText value={thread.mutedUntil} />
      </p>
    )
  return (
    <Composer
      label={t('comment.write')}
      placeholder={t('comment.placeholder')}
      lengthMax={thread.commentLengthMax}
      submitText={t('comment.submit')}
      onSubmit={async (content, mentionIds) => {
        const { businessType, businessId } = item
        const body = { businessType, businessId, content, mentionIds }
        store.addComment(await call(topics.addComment, { body }, { handles: [SENSITIVE_WORDS] }))
      }}
    />
  )
}

/** Notifications about answers here, on or off. */
function QuietButton({ item, thread, store }: PartProps) {
  const t = useText('topics')
  const toggle = async () => {
    const quiet = !thread.quiet
    const { businessType, businessId } = item
    store.setQuiet(quiet)
    try {
      await call(topics.quietThread, { body: { businessType, businessId, quiet } })
      notify('success', t(quiet ? 'comment.nowQuiet' : 'comment.nowLoud'))
    } catch {
      store.setQuiet(!quiet)
    }
  }
  return (
    <button
      type="button"
      className="sy-icon-button dis-quiet"
      aria-pressed={thread.quiet}
      title={t(thread.quiet ? 'comment.isQuiet' : 'comment.isLoud')}
      aria-label={t('comment.quiet')}
      onClick={() => void toggle()}
    >
      <Icon name="bell" size={18} />
    </button>
  )
}
