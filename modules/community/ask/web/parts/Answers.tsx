import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { ReportButton } from '#modules/content/moderation/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type Answer, answerBusinessType, type Question } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { Comments } from './Comments.tsx'
import { coinsText } from './coins.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { ReasonDialog } from './QuestionTools.tsx'
import { VoteBox } from './VoteBox.tsx'
import { WriterLine } from './WriterLine.tsx'

/** The answers of a question: the accepted one first. */
export function Answers({ question }: { readonly question: Question }) {
  const t = useText('ask')
  const paging = usePaging()
  const [order, setOrder] = useState<'best' | 'newest'>('best')
  const query = { page: paging.page, pageSize: paging.pageSize, order }
  const { data, isPending, error, refetch } = useQuery(q(ask.listAnswers, { params: { id: question.id }, query }))
  return (
    <section className="sy-column sy-gap-3" aria-labelledby="ask-answers">
      <div className="sy-row sy-wrap sy-apart sy-gap-2">
        <h2 id="ask-answers">{t('answer.count', { count: question.answerCount })}</h2>
        {question.answerCount > 1 && (
          <Button onClick={() => setOrder(order === 'best' ? 'newest' : 'best')}>
            {t(order === 'best' ? 'answer.byNewest' : 'answer.byVotes')}
          </Button>
        )}
      </div>
      {isPending && <LoadingState rows={4} />}
      {!isPending && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState small title={t('answer.none')} />}
      {data?.items.map((answer) => (
        <AnswerPost key={answer.id} answer={answer} question={question} />
      ))}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </section>
  )
}

interface PostProps {
  readonly answer: Answer
  readonly question: Question
}

function AnswerPost({ answer, question }: PostProps) {
  const t = useText('ask')
  const [isEdited, setIsEdited] = useState(false)
  const [params] = useSearchParams()
  const post = useRef<HTMLElement>(null)
  const isLinked = params.get('answer') === answer.id
  useEffect(() => {
    if (isLinked) post.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  const { id } = answer
  return (
    <article ref={post} className="sy-box ask-post" data-accepted={answer.accepted || undefined}>
      <VoteBox
        score={answer.score}
        ownVote={answer.ownVote}
        disabled={answer.isOwn}
        onVote={(value) => call(ask.voteAnswer, { params: { id }, body: { value } })}
      />
      <div className="ask-post-body">
        <div className="sy-row sy-wrap sy-apart sy-gap-2">
          <WriterLine writer={answer.author} note={<DateText value={answer.editedAt ?? answer.createTime} />} />
          {answer.accepted && <strong className="ask-mark">{t('answer.accepted')}</strong>}
        </div>
        {isEdited ? (
          <AnswerForm question={question} answer={answer} onClose={() => setIsEdited(false)} />
        ) : (
          <Prose html={answer.content} />
        )}
        <AnswerTools answer={answer} question={question} onEdit={() => setIsEdited(true)} />
        <Comments businessType={answerBusinessType} businessId={id} />
      </div>
    </article>
  )
}

function AnswerTools({ answer, question, onEdit }: PostProps & { readonly onEdit: () => void }) {
  const t = useText('ask')
  const [dialog, setDialog] = useState<'history' | 'remove'>()
  const { busyWith, run } = useAction()
  const { id, isOwn, accepted, card } = answer
  const params = { id }
  const { bounty } = question
  const mayAccept = question.isOwn && question.state === 'open' && !accepted && bounty?.state !== 'paid'
  const consequence =
    bounty?.state === 'reserved' && !isOwn ? t('answer.acceptPays', { amount: coinsText(bounty.amount) }) : undefined
  const makeCard = () =>
    run(() => call(ask.makeCard, { params, body: { title: question.title } }), { name: 'card', done: t('cards.made') })
  return (
    <div className="sy-actions">
      {mayAccept && (
        <ConfirmButton
          type="primary"
          question={t('answer.acceptQuestion')}
          {...(consequence !== undefined && { consequence })}
          onConfirm={() => call(ask.acceptAnswer, { params })}
        >
          {t('answer.accept')}
        </ConfirmButton>
      )}
      {isOwn && <Button onClick={onEdit}>{t('tools.edit')}</Button>}
      {answer.revision > 0 && <Button onClick={() => setDialog('history')}>{t('history.title')}</Button>}
      {accepted && !card && (isOwn || question.mayModerate) && (
        <Button loading={busyWith === 'card'} onClick={() => void makeCard()}>
          {t('cards.make')}
        </Button>
      )}
      {card && <span className="ask-tag">{t(card.stale ? 'cards.stale' : 'cards.is')}</span>}
      {isOwn && !accepted && (
        <ConfirmButton
          danger
          question={t('answer.deleteQuestion')}
          onConfirm={() => call(ask.deleteAnswer, { params })}
        >
          {t('tools.delete')}
        </ConfirmButton>
      )}
      {!isOwn && (
        <ReportButton
          businessType={answerBusinessType}
          businessId={id}
          className="sy-button sy-button-small sy-button-plain"
        />
      )}
      {!isOwn && question.mayModerate && (
        <Button danger onClick={() => setDialog('remove')}>
          {t('tools.remove')}
        </Button>
      )}
      {dialog === 'history' && <HistoryDrawer of="answer" id={id} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && (
        <ReasonDialog
          title={t('tools.remove')}
          hint={t('tools.removeHint')}
          onSubmit={(reason) => call(ask.removeAnswer, { params, body: { reason } })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

interface FormProps {
  readonly question: Question
  readonly answer?: Answer
  readonly onClose?: () => void
}

/** A new answer, or an edit of one's own. What was typed stays when the call is refused. */
export function AnswerForm({ question, answer, onClose }: FormProps) {
  const t = useText('ask')
  const [content, setContent] = useState(answer?.content ?? '')
  const [isOpen, setIsOpen] = useState(answer !== undefined || !question.isOwn)
  const { busy, run } = useAction()
  const send = () =>
    run(async () => {
      if (answer)
        await call(ask.editAnswer, { params: { id: answer.id }, body: { content, revision: answer.revision } })
      else await call(ask.answerQuestion, { params: { id: question.id }, body: { content } })
      onClose?.()
    })
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setIsOpen(true)}>{t('answer.oneself')}</Button>
      </div>
    )
  return (
    <section className="ask-field" aria-label={t('answer.own')}>
      {!answer && <h2>{t('answer.own')}</h2>}
      {!answer && question.isAnonymous && <p className="sy-note">{t('answer.namedHint')}</p>}
      <RichText label={t('answer.own')} value={content} onChange={setContent} size="medium" formulas />
      <div className="sy-actions">
        <Button type="primary" disabled={content === ''} loading={busy} onClick={() => void send()}>
          {t(answer ? 'form.save' : 'answer.send')}
        </Button>
        {onClose && <Button onClick={onClose}>{t('form.cancel')}</Button>}
      </div>
    </section>
  )
}
