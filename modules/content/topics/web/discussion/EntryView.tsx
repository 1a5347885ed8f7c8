import { type ReactNode, Suspense, useState } from 'react'
import { ReportDialog } from '#modules/content/moderation/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { part } from '#web/part.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MemberLink } from '#web/ui/MemberLink.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { commentBusinessType, type Reply } from '../../contract/comments.ts'
import { topics } from '../../contract.ts'
import { LinkedText } from './links.tsx'
import { QuotedText } from './QuotedText.tsx'
import type { Entry, ThreadStore } from './use-thread.ts'

// Who reads a thread needs none of these.
const BestButton = part(() => import('./BestButton.tsx'), ['topics'])
const ReasonForm = part(() => import('./ReasonForm.tsx'), ['topics'])
const RemovedEntry = part(() => import('./RemovedEntry.tsx'), ['topics'])

interface Props {
  readonly entry: Entry
  readonly repliedTo?: Reply['repliedTo']
  readonly store: ThreadStore
  readonly small?: boolean
  /** Missing where nobody may write. */
  readonly onReply?: (() => void) | undefined
  readonly onQuote?: (() => void) | undefined
  /** The reader wrote the item. */
  readonly mayMarkBest: boolean
  readonly children?: ReactNode
}

/** One comment or reply: who, what, when, and what can be done. */
export function EntryView({ entry, repliedTo, store, small, onReply, onQuote, mayMarkBest, children }: Props) {
  const t = useText('topics')
  const { user } = useSession()
  const isOwn = entry.author !== null && entry.author.memberId === user?.id
  const { author } = entry
  const name = author?.memberFullName ?? t('comment.nobody')
  const picture = <Avatar name={name} path={author?.headPortrait ?? null} size={small ? 28 : 40} />
  return (
    <article className="sy-grid sy-gap-3 dis-entry" aria-label={t('comment.by', { name })}>
      {author ? (
        <MemberLink memberId={author.memberId} isPicture>
          {picture}
        </MemberLink>
      ) : (
        picture
      )}
      <div className="dis-entry-body">
        <header>
          <span className="dis-name">{author ? <MemberLink memberId={author.memberId}>{name}</MemberLink> : name}</span>
          {repliedTo && (
            <span className="sy-note">
              <Icon name="chevron-right" size={12} />
              <span className="sy-visually-hidden">{t('comment.answers')}</span>
              {repliedTo.author?.memberFullName ?? t('comment.nobody')}
            </span>
          )}
          {entry.author && !small && <span className="sy-note">{entry.author.organizationName}</span>}
          {entry.best && <span className="dis-flag dis-best-flag">{t('comment.best')}</span>}
          {entry.flagged && <span className="dis-flag">{t('comment.flagged')}</span>}
        </header>
        {entry.removed ? (
          <Suspense fallback={null}>
            <RemovedEntry entry={entry} store={store} />
          </Suspense>
        ) : (
          <>
            {entry.quoted && <QuotedText quoted={entry.quoted} />}
            <p className="dis-content" dir="auto">
              <LinkedText text={entry.content} mentions={entry.mentions} />
            </p>
          </>
        )}
        <footer>
          <DateText value={entry.createTime} style="relative" />
          {!entry.removed && <LikeButton entry={entry} store={store} />}
          {!entry.removed && onReply && (
            <button type="button" className="dis-action" onClick={onReply}>
              <Icon name="community" size={16} /> {t('comment.reply')}
            </button>
          )}
          {!entry.removed && onQuote && (
            <button type="button" className="dis-action" onClick={onQuote}>
              {t('comment.quote')}
            </button>
          )}
          {!entry.removed && mayMarkBest && (
            <Suspense fallback={null}>
              <BestButton entry={entry} store={store} />
            </Suspense>
          )}
          {!entry.removed && !isOwn && <ReportEntry id={entry.id} />}
          {entry.mayRemove && <RemoveButton entry={entry} store={store} />}
        </footer>
        {children}
      </div>
    </article>
  )
}

/** The dialog comes when it is asked for: a page has many comments. */
function ReportEntry({ id }: { id: string }) {
  const t = useText('topics')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="dis-action" disabled={isOpen} onClick={() => setIsOpen(true)}>
        <Icon name="alert" size={16} /> {t('comment.report')}
      </button>
      {isOpen && <ReportDialog businessType={commentBusinessType} businessId={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function LikeButton({ entry, store }: { entry: Entry; store: ThreadStore }) {
  const t = useText('topics')
  const { run } = useAction()
  const { id, liked, likeCount } = entry
  const toggle = () =>
    run(
      async () => {
        store.change(id, () => ({ liked: !liked, likeCount: likeCount + (liked ? -1 : 1) }))
        const answer = await call(liked ? topics.unlikeComment : topics.likeComment, { params: { id } })
        store.change(id, () => answer)
      },
      { onFailure: () => store.change(id, () => ({ liked, likeCount })) },
    )
  return (
    <button
      type="button"
      className="dis-action dis-like"
      aria-pressed={liked}
      aria-label={t('comment.like', { count: likeCount })}
      onClick={() => void toggle()}
    >
      <Icon name="heart" size={16} />
      {likeCount > 0 && <NumberText value={likeCount} />}
    </button>
  )
}

/** The own words go at once, for they can be brought back; another's with a reason. */
function RemoveButton({ entry, store }: { entry: Entry; store: ThreadStore }) {
  const t = useText('topics')
  const { user } = useSession()
  const [asking, setAsking] = useState(false)
  const isOwn = entry.author !== null && entry.author.memberId === user?.id
  const { run } = useAction()
  const remove = (reason?: string) =>
    run(async () => {
      await call(topics.removeComment, { params: { id: entry.id }, query: { reason } })
      store.change(entry.id, () => ({
        removed: isOwn ? 'author' : 'moderator',
        removedReason: reason ?? null,
        mayRemove: false,
        mayRestore: true,
      }))
      store.count(-1)
    })
  if (asking)
    return (
      <Suspense fallback={null}>
        <ReasonForm onCancel={() => setAsking(false)} onSubmit={remove} />
      </Suspense>
    )
  return (
    <button type="button" className="dis-action" onClick={() => (isOwn ? void remove() : setAsking(true))}>
      <Icon name="delete" size={16} /> {t('comment.remove')}
    </button>
  )
}
