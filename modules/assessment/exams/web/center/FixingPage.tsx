import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { presentedOf } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type FixableQuestion, type FixKind, fixKinds, fixReasonLengthMax } from '../../contract/fixing.ts'
import { exams } from '../../contract.ts'
import { FixTrail } from '../parts/FixTrail.tsx'
import { examPaths } from '../paths.ts'

/** The questions of an exam as they were asked, and the fixes of their keys. */
export default function FixingPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const paging = usePaging(10)
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery(
    q(exams.fixableQuestions, { params: { id }, query: { page, pageSize } }, { quiet: true }),
  )
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.editor(id)}>{t('authoring.edit')}</Link>}
        title={t('fixing.title')}
        description={t('fixing.description')}
      />
      <FixTrail examId={id} />
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data?.items.length === 0 && <EmptyState title={t('fixing.noQuestions')} />}
      <section className="ex-viewed" aria-labelledby="ex-fixable">
        <h2 id="ex-fixable">{t('fixing.questions')}</h2>
        {data?.items.map((question) => (
          <QuestionCard key={question.versionId} examId={id} question={question} />
        ))}
      </section>
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}

interface CardProps {
  readonly examId: string
  readonly question: FixableQuestion
}

function QuestionCard({ examId, question }: CardProps) {
  const t = useText('exams')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <article className="sy-card">
      <QuestionView
        question={presentedOf(question.content)}
        answer={null}
        head={
          <p className="ex-question-head">
            <small>{t('fixing.wrong', { count: question.wrong, total: question.attempts })}</small>
            {question.openAppeals > 0 && (
              <Link to={examPaths.appeals(examId)}>{t('fixing.appeals', { count: question.openAppeals })}</Link>
            )}
            {question.fix !== null && <small className="sy-tag">{t(`fixing.kinds.${question.fix}`)}</small>}
          </p>
        }
      />
      <KeyView content={question.content} />
      <Button onClick={() => setIsOpen(true)}>{t('fixing.fix')}</Button>
      {isOpen && <FixDialog examId={examId} question={question} onClose={() => setIsOpen(false)} />}
    </article>
  )
}

/** First what is to be done and why, then what it would change. */
function FixDialog({ examId, question, onClose }: CardProps & { readonly onClose: () => void }) {
  const t = useText('exams')
  const { versionId } = question
  const [kind, setKind] = useState<FixKind>('award-all')
  const [newVersionId, setNewVersionId] = useState<string>()
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const versions = useQuery({
    ...q(exams.otherVersions, { params: { id: examId, versionId } }, { quiet: true }),
    enabled: kind === 'new-key',
  })
  const body = { versionId, kind, reason, ...(kind === 'new-key' && newVersionId && { newVersionId }) }
  const input = { params: { id: examId }, body }
  if (isAsked)
    return (
      <ForecastDialog
        entry={exams.fixKey}
        input={input}
        question={t(`fixing.ask.${kind}`)}
        consequence={t('fixing.consequence')}
        okText={t('fixing.confirm')}
        summary={({ answer: { forecast } }) => [
          t('fixing.forecast', { changed: forecast.changed, attempts: forecast.attempts }),
          t('fixing.moves', { higher: forecast.higher, lower: forecast.lower }),
          t('fixing.results', { passed: forecast.passed, failed: forecast.failed }),
        ]}
        onConfirm={() => call(exams.fixKey, input)}
        onClose={onClose}
      />
    )
  const isReady = reason.trim() !== '' && (kind !== 'new-key' || newVersionId !== undefined)
  return (
    <Modal
      open
      title={t('fixing.fix')}
      okText={t('fixing.next')}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => setIsAsked(true)}
      onCancel={onClose}
    >
      <div className="sy-column sy-gap-3">
        <Radio.Group
          aria-label={t('fixing.kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as FixKind)}
          options={fixKinds.map((value) => ({ value, label: t(`fixing.kinds.${value}`) }))}
        />
        <p className="sy-note">{t(`fixing.hints.${kind}`)}</p>
        {kind === 'new-key' && (
          <Select<string>
            aria-label={t('fixing.version')}
            placeholder={t('fixing.version')}
            value={newVersionId ?? null}
            onChange={setNewVersionId}
            options={versions.data?.map((version) => ({
              value: version.versionId,
              disabled: !version.isFit,
              label: t(version.isFit ? 'fixing.versionNumber' : 'fixing.versionUnfit', { number: version.number }),
            }))}
          />
        )}
        <Input.TextArea
          aria-label={t('fixing.reason')}
          placeholder={t('fixing.reason')}
          maxLength={fixReasonLengthMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  )
}
