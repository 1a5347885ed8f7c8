import { useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Comment, Reply, Thread } from '../../contract/comments.ts'
import { topics } from '../../contract.ts'
import { Composer } from './Composer.tsx'
import { EntryView } from './EntryView.tsx'
import type { ThreadStore } from './use-thread.ts'

interface Props {
  readonly comment: Comment
  readonly thread: Thread
  readonly store: ThreadStore
}

/** A comment with its answers, one level below. */
export function CommentView({ comment, thread, store }: Props) {
  const t = useText('topics')
  const [answering, setAnswering] = useState<{ readonly id: string; readonly quotes: boolean }>()
  const mayReply = thread.mayComment && thread.mutedUntil === null && comment.removed === null
  const open = (id: string, quotes: boolean) => {
    const isOpen = answering?.id === id && answering.quotes === quotes
    return mayReply ? () => setAnswering(isOpen ? undefined : { id, quotes }) : undefined
  }
  const ways = ({ id }: Comment | Reply) => ({
    ...{ onReply: open(id, false), onQuote: open(id, true) },
    mayMarkBest: thread.mayMarkBest,
  })
  const composer = (answered: Comment | Reply) => {
    if (answering?.id !== answered.id) return null
    const name = answered.author?.memberFullName ?? t('comment.nobody')
    return (
      <Composer
        autoFocus
        label={t('comment.replyTo', { name })}
        placeholder={t('comment.replyTo', { name })}
        lengthMax={thread.replyLengthMax}
        submitText={t('comment.send')}
        quoted={answering.quotes ? answered : undefined}
        onUnquote={() => setAnswering({ id: answered.id, quotes: false })}
        onCancel={() => setAnswering(undefined)}
        onSubmit={async (content, mentionIds) => {
          const quotedId = answering.quotes ? answered.id : undefined
          const input = { params: { id: answered.id }, body: { content, mentionIds, quotedId } }
          store.addReply(comment.id, await call(topics.addReply, input, { handles: [SENSITIVE_WORDS] }))
          setAnswering(undefined)
        }}
      />
    )
  }
  return (
    <li className="dis-comment">
      <EntryView entry={comment} store={store} {...ways(comment)}>
        {composer(comment)}
        {comment.replies.length > 0 && (
          <ul className="sy-grid sy-gap-2 dis-replies" aria-label={t('comment.replies')}>
            {comment.replies.map((reply) => (
              <li key={reply.id}>
                <EntryView entry={reply} repliedTo={reply.repliedTo} store={store} small {...ways(reply)}>
                  {composer(reply)}
                </EntryView>
              </li>
            ))}
          </ul>
        )}
        <MoreReplies comment={comment} store={store} />
      </EntryView>
    </li>
  )
}

function MoreReplies({ comment, store }: { comment: Comment; store: ThreadStore }) {
  const t = useText('topics')
  const { busy, run } = useAction()
  const [atEnd, setAtEnd] = useState(false)
  const left = comment.replyCount - comment.replies.filter(({ removed }) => removed === null).length
  const last = comment.replies.at(-1)
  if (left <= 0 || atEnd || !last) return null
  const read = () =>
    run(async () => {
      const query = { after: `${last.createTime}_${last.id}` }
      const page = await call(topics.listReplies, { params: { id: comment.id }, query }, { cache: 0 })
      store.addReplies(comment.id, page.items)
      setAtEnd(page.next === null)
    })
  return (
    <button type="button" className="dis-action dis-more-replies" disabled={busy} onClick={() => void read()}>
      {t('comment.moreReplies', { count: left })}
    </button>
  )
}
