import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { AppealNotice } from '#modules/content/moderation/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { followUpsMax, type Question, questionBusinessType } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { AnswerForm, Answers } from '../parts/Answers.tsx'
import { Comments } from '../parts/Comments.tsx'
import { coinsText } from '../parts/coins.ts'
import { Marks, TopicLinks } from '../parts/QuestionRow.tsx'
import { QuestionTools } from '../parts/QuestionTools.tsx'
import { backTo } from '../parts/source.ts'
import { VoteBox } from '../parts/VoteBox.tsx'
import { WriterLine } from '../parts/WriterLine.tsx'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

/** A question with its answers. */
export default function QuestionPage() {
  const t = useText('ask')
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(q(ask.question, { params: { id } }))
  if (isPending) return <LoadingState rows={10} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={data.title}
        back={<Link to={askPaths.home}>{t('home.title')}</Link>}
        actions={<FollowQuestion question={data} />}
      />
      <div className="sy-column sy-gap-5">
        <Callouts question={data} />
        <Post question={data} />
        <Answers question={data} />
        {data.mayAnswer && <AnswerForm question={data} />}
      </div>
    </>
  )
}

function FollowQuestion({ question: { id, following, followerCount, isOwn } }: { readonly question: Question }) {
  const t = useText('ask')
  const { busy, run } = useAction()
  if (isOwn) return null
  const toggle = () => run(() => call(ask.followQuestion, { params: { id }, body: { following: !following } }))
  return (
    <Button aria-pressed={following} loading={busy} onClick={() => void toggle()}>
      {t(following ? 'follow.is' : 'follow.question')} {followerCount > 0 && followerCount}
    </Button>
  )
}

/** What must not be missed: where it went, what may be earned. */
function Callouts({ question }: { readonly question: Question }) {
  const t = useText('ask')
  const { bounty, duplicateOf, state, removedReason, isOwn, id } = question
  return (
    <>
      {duplicateOf && (
        <p className="sy-callout">
          {t('state.duplicateOf')} <Link to={askPaths.question(duplicateOf.id)}>{duplicateOf.title}</Link>
        </p>
      )}
      {state === 'withdrawn' && <p className="sy-callout">{t('state.withdrawnHint')}</p>}
      {state === 'removed' && (
        <p className="sy-callout">
          {t('state.removedHint')} {removedReason}
        </p>
      )}
      {state === 'removed' && isOwn && <AppealNotice businessId={id} />}
      {bounty?.state === 'reserved' && (
        <p className="sy-callout ask-bounty-banner">
          {t('bounty.banner', { amount: coinsText(bounty.amount) })} <DateText value={bounty.expiresAt} />
        </p>
      )}
    </>
  )
}

function Post({ question }: { readonly question: Question }) {
  const t = useText('ask')
  const { id, source } = question
  return (
    <article className="sy-box ask-post" aria-label={question.title}>
      <VoteBox
        score={question.score}
        ownVote={question.ownVote}
        disabled={question.isOwn}
        onVote={(value) => call(ask.voteQuestion, { params: { id }, body: { value } })}
      />
      <div className="ask-post-body">
        <WriterLine
          writer={question.author}
          isAnonymous={question.isAnonymous}
          isOwn={question.isOwn}
          note={<DateText value={question.createTime} />}
        />
        <Prose html={question.content} />
        <FollowUps question={question} />
        {source && (
          <p className="sy-note">
            {t('question.source')}{' '}
            <Link to={backTo(source)} state={{ play: true }}>
              {source.title}
            </Link>
            {source.second !== null && ` ${timeText(source.second)}`}
            {source.page !== null && ` ${t('question.page', { page: source.page })}`}
          </p>
        )}
        <Marks item={question} />
        <TopicLinks topics={question.topics} />
        <Invitations question={question} />
        <QuestionTools question={question} />
        <Comments businessType={questionBusinessType} businessId={id} />
      </div>
    </article>
  )
}

/** What the asker has added, each with its time; the asker adds more. */
function FollowUps({ question: { id, followUps, isOwn, isAnonymous, state } }: { readonly question: Question }) {
  const t = useText('ask')
  const [content, setContent] = useState<string>()
  const { busy, run } = useAction()
  const mayAdd = isOwn && state === 'open' && followUps.length < followUpsMax
  const send = () =>
    run(async () => {
      await call(ask.addFollowUp, { params: { id }, body: { content: content ?? '' } })
      setContent(undefined)
    })
  return (
    <>
      {followUps.map((one) => (
        <section key={one.id} className="sy-column sy-gap-2" aria-label={t('followUp.title')}>
          <p className="sy-note">
            {t('followUp.title')} <DateText value={one.createTime} />
          </p>
          <Prose html={one.content} />
        </section>
      ))}
      {mayAdd && content === undefined && (
        <div>
          <Button onClick={() => setContent('')}>{t('followUp.add')}</Button>
        </div>
      )}
      {mayAdd && content !== undefined && (
        <section className="ask-field" aria-label={t('followUp.add')}>
          {isAnonymous && <p className="sy-note">{t('followUp.anonymousHint')}</p>}
          <RichText label={t('followUp.title')} value={content} onChange={setContent} size="small" formulas />
          <div className="sy-actions">
            <Button type="primary" disabled={content === ''} loading={busy} onClick={() => void send()}>
              {t('followUp.send')}
            </Button>
            <Button onClick={() => setContent(undefined)}>{t('form.cancel')}</Button>
          </div>
        </section>
      )}
    </>
  )
}

const timeText = (second: number): string => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`

function Invitations({ question: { invitations } }: { readonly question: Question }) {
  const t = useText('ask')
  if (invitations.length === 0) return null
  return (
    <section aria-label={t('invitation.title')}>
      <h2 className="sy-note">{t('invitation.title')}</h2>
      <ul className="sy-plain-list sy-flow sy-gap-3">
        {invitations.map((one) => (
          <li key={one.expertId}>
            <Link to={askPaths.expert(one.expertId)}>{one.fullName}</Link>{' '}
            <small className={one.overdue ? 'ask-problem' : 'sy-note'}>
              {one.answered ? t('invitation.answered') : t(one.overdue ? 'invitation.overdue' : 'invitation.due')}{' '}
              {!one.answered && <DateText value={one.dueAt} />}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
