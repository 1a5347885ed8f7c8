import '../parts/contests.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, InputNumber, Slider } from 'antd'
import { useId, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Criterion, commentLengthMax } from '../../contract/fields.ts'
import type { ReviewSheet } from '../../contract/reviewing.ts'
import { contests } from '../../contract.ts'
import { ReviewTag } from '../parts/ContestTag.tsx'
import { WorkFile } from '../parts/WorkFile.tsx'
import { contestPaths } from '../paths.ts'

/** One work beside its scoring sheet. Nothing on it says who made the work. */
export default function ReviewPage() {
  const t = useText('contests')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(contests.contestReview, { params: { id } }, { cache: 0 }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        back={<Link to={contestPaths.reviews}>{t('reviews.title')}</Link>}
        title={data.title}
        description={`${data.contestName} · ${t('work.number', { number: data.workNumber })}`}
        actions={<ReviewTag state={data.state} />}
      />
      <div className="co-detail">
        <div className="sy-column sy-gap-4">
          <WorkFile file={data.file} title={data.title} onBroken={() => void refetch()} />
          {data.text !== '' && (
            <section className="sy-card co-section" aria-label={t('work.text')}>
              <p>{data.text}</p>
            </section>
          )}
        </div>
        <aside>
          <section className="sy-card co-section" aria-label={t('scores.title')}>
            <h2>{t('scores.title')}</h2>
            <Facts
              shape="rows"
              items={[
                [t('reviews.until'), <DateText key="until" value={data.until} style="minute" />],
                [t('form.round'), data.roundName],
                data.groupName !== '' && [t('form.group'), data.groupName],
              ]}
            />
            {data.state === 'to-be-reviewed' && <ScoringSheet key={id} sheet={data} onScored={() => refetch()} />}
            {data.state === 'reviewed' && <GivenScores sheet={data} />}
            {data.state === 'expired' && <p className="sy-callout">{t('scores.expired')}</p>}
          </section>
        </aside>
      </div>
    </>
  )
}

type Points = Readonly<Record<string, number | null>>

function ScoringSheet({ sheet, onScored }: { sheet: ReviewSheet; onScored: () => Promise<unknown> }) {
  const t = useText('contests')
  const commentId = useId()
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [points, setPoints] = useState<Points>({})
  const [comment, setComment] = useState('')
  const given = sheet.rubric.flatMap(({ key }) => (points[key] == null ? [] : [{ key, points: points[key] }]))
  const total = given.reduce((sum, one) => sum + one.points, 0)
  const isComplete = given.length === sheet.rubric.length
  const send = () =>
    run(async () => {
      const body = { scores: given, comment }
      const { next } = await call(contests.scoreWork, { params: { id: sheet.id }, body })
      notify('success', t('scores.done', { total }))
      if (next === null) await onScored()
      else void navigate(contestPaths.review(next))
    })
  return (
    <div className="co-scores">
      {sheet.rubric.map((criterion) => (
        <CriterionField
          key={criterion.key}
          criterion={criterion}
          value={points[criterion.key] ?? null}
          onChange={(value) => setPoints((before) => ({ ...before, [criterion.key]: value }))}
        />
      ))}
      <div>
        <label htmlFor={commentId}>{t('scores.comment')}</label>
        <Input.TextArea
          id={commentId}
          value={comment}
          maxLength={commentLengthMax}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <p role="status">
        <strong className="co-total">{total}</strong> / {sheet.totalMax}
      </p>
      <ConfirmButton
        type="primary"
        block
        disabled={!isComplete || busy}
        question={t('scores.question', { total })}
        consequence={t('scores.once')}
        confirmText={t('scores.send')}
        onConfirm={send}
      >
        {t('scores.send')}
      </ConfirmButton>
      {!isComplete && <p className="sy-faint">{t('scores.incomplete')}</p>}
    </div>
  )
}

interface FieldProps {
  readonly criterion: Criterion
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function CriterionField({ criterion: { title, hint, points }, value, onChange }: FieldProps) {
  const t = useText('contests')
  const id = useId()
  return (
    <div className="co-score">
      <label htmlFor={id}>
        <span>{title}</span>
        <span className="sy-faint">{t('scores.most', { points })}</span>
      </label>
      {hint !== '' && <small className="sy-faint">{hint}</small>}
      <div className="sy-row sy-gap-3">
        <Slider
          style={{ flex: 1 }}
          min={0}
          max={points}
          value={value ?? 0}
          onChange={(next) => onChange(next)}
          ariaLabelForHandle={title}
        />
        <InputNumber
          id={id}
          style={{ width: 72 }}
          min={0}
          max={points}
          precision={0}
          value={value}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

function GivenScores({ sheet }: { sheet: ReviewSheet }) {
  const t = useText('contests')
  const navigate = useNavigate()
  const { next } = sheet
  const pointsOf = (key: string) => sheet.scores.find((one) => one.key === key)?.points ?? 0
  return (
    <div className="sy-column sy-gap-3">
      <Facts
        shape="ends"
        items={sheet.rubric.map(({ key, title, points }) => [title, `${pointsOf(key)} / ${points}`])}
      />
      <p>
        <strong className="co-total">{sheet.total}</strong> / {sheet.totalMax}
      </p>
      {sheet.comment !== '' && <blockquote className="sy-note">{sheet.comment}</blockquote>}
      {next !== null && (
        <Button type="primary" onClick={() => void navigate(contestPaths.review(next))}>
          {t('scores.next')}
        </Button>
      )}
    </div>
  )
}
