import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { pointsOfTenths, presentedOf } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type AppealState, appealStates, appealTextLengthMax, type QueuedAppeal } from '../../contract/appeals.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'

/** The appeals in an exam, for those who answer them. */
export default function AppealsPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const [state, setState] = useState<AppealState>('open')
  const exam = useQuery(q(exams.markedExam, { params: { id } }, { quiet: true }))
  const paging = usePaging(10)
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery(
    q(exams.appeals, { params: { id }, query: { page, pageSize, state } }, { quiet: true }),
  )
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.marking}>{t('marking.title')}</Link>}
        title={t('appeal.title')}
        description={t('appeal.description')}
        actions={
          exam.data?.mayEdit && (
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.fixing(id)}>
              {t('fixing.title')}
            </Link>
          )
        }
      />
      <TabBar
        label={t('appeal.state')}
        tabs={appealStates.map((key) => ({ key, title: t(`appeal.states.${key}`) }))}
        active={state}
        onChange={(next) => {
          setState(next)
          paging.reset()
        }}
      />
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data?.items.length === 0 && <EmptyState title={t('appeal.none')} />}
      <section className="ex-viewed ex-appeals" aria-label={t('appeal.title')}>
        {data?.items.map((appeal) => (
          <AppealCard key={appeal.id} appeal={appeal} />
        ))}
      </section>
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}

function AppealCard({ appeal }: { appeal: QueuedAppeal }) {
  const t = useText('exams')
  const [isAnswering, setIsAnswering] = useState(false)
  return (
    <article className="sy-card">
      <p className="ex-question-head">
        <strong>{appeal.memberName || t('marking.nameless')}</strong>
        <small className="sy-tag">{t(`appeal.subjects.${appeal.subject}`)}</small>
        <small>
          <DateText value={appeal.createdAt} style="minute" />
        </small>
      </p>
      <blockquote>{appeal.text}</blockquote>
      {appeal.file && (
        <p>
          <a href={appeal.file.url} target="_blank" rel="noreferrer">
            {appeal.file.name}
          </a>
        </p>
      )}
      <QuestionView
        question={presentedOf(appeal.content)}
        answer={appeal.given}
        head={
          <p className="ex-question-head">
            <strong>{t('answer.number', { place: appeal.place })}</strong>
            <small>
              {t('paper.earned', {
                points: pointsOfTenths(appeal.earnedTenths ?? 0),
                max: pointsOfTenths(appeal.maxTenths),
              })}
            </small>
          </p>
        }
      />
      <KeyView content={appeal.content} />
      {appeal.answer !== '' && (
        <p className="sy-note">
          {t('appeal.answered', { text: appeal.answer })}
          {appeal.tenthsBefore !== null && appeal.tenthsAfter !== null && (
            <>
              {' '}
              {t('appeal.moved', {
                before: pointsOfTenths(appeal.tenthsBefore),
                after: pointsOfTenths(appeal.tenthsAfter),
              })}
            </>
          )}
          {appeal.answeredBy !== null && ` · ${appeal.answeredBy}`}
        </p>
      )}
      {appeal.state === 'open' && (
        <Button type="primary" onClick={() => setIsAnswering(true)}>
          {t('appeal.reply')}
        </Button>
      )}
      {isAnswering && <AnswerDialog appeal={appeal} onClose={() => setIsAnswering(false)} />}
    </article>
  )
}

interface Values {
  readonly isUpheld: boolean
  readonly answer: string
  readonly points?: number | null
}

function AnswerDialog({ appeal, onClose }: { appeal: QueuedAppeal; onClose: () => void }) {
  const t = useText('exams')
  const [form] = Form.useForm<Values>()
  const isUpheld = Form.useWatch('isUpheld', form)
  const answer = ({ isUpheld, answer, points }: Values) => {
    const mark = isUpheld && points != null ? { tenths: Math.round(points * 10) } : {}
    return call(exams.answerAppeal, { params: { id: appeal.id }, body: { isUpheld, answer, ...mark } })
  }
  return (
    <FormModal<Values, unknown>
      title={t('appeal.reply')}
      form={form}
      initialValues={{ isUpheld: true, answer: '', points: null }}
      onSubmit={answer}
      done={t('appeal.replied')}
      onClose={onClose}
    >
      <Form.Item name="isUpheld" label={t('appeal.decision')}>
        <Radio.Group
          options={[
            { value: true, label: t('appeal.states.upheld') },
            { value: false, label: t('appeal.states.refused') },
          ]}
        />
      </Form.Item>
      {isUpheld && (
        <Form.Item name="points" label={t('appeal.newMark')} extra={t('appeal.newMarkHint')}>
          <InputNumber min={0} max={appeal.maxTenths / 10} step={0.5} precision={1} />
        </Form.Item>
      )}
      <Form.Item
        name="answer"
        label={t('appeal.answer')}
        rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
      >
        <Input.TextArea maxLength={appealTextLengthMax} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormModal>
  )
}
