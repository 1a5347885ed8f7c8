import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { MarkedQuestion, MarkingSettings, Rubric } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { PointsInput } from '../admin/PointsInput.tsx'
import RubricFields from './RubricFields.tsx'

interface Props {
  readonly examId: string
  readonly settings: MarkingSettings
}

type QuestionMarking = MarkingSettings['questions'][number]

const plain = { rubric: null, allowedTenths: null, graderIds: [] }

/** How each question that a person marks is marked: by which rubric, and by which of the graders. */
export function QuestionSettings({ examId, settings }: Props) {
  const t = useText('exams')
  const params = { id: examId }
  const questions = useQuery(q(exams.markedQuestions, { params }, { quiet: true }))
  const markers = useQuery(q(exams.markingProgress, { params }, { quiet: true }))
  const { data, error, refetch } = questions
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  const graders = (markers.data ?? []).map(({ member }) => ({ value: member.id, label: member.fullName }))
  return (
    <section className="ex-viewed ex-question-settings" aria-labelledby="ex-question-settings">
      <h2 id="ex-question-settings">{t('marking.perQuestion')}</h2>
      {data.length === 0 && <EmptyState small title={t('marking.perQuestionNone')} />}
      {data.map((question, at) => (
        <QuestionCard key={question.versionId} number={at + 1} {...{ examId, settings, question, graders }} />
      ))}
    </section>
  )
}

interface CardProps extends Props {
  readonly number: number
  readonly question: MarkedQuestion
  readonly graders: readonly { readonly value: string; readonly label: string }[]
}

function QuestionCard({ number, question, ...others }: CardProps) {
  const t = useText('exams')
  const [isOpen, setIsOpen] = useState(false)
  const { versionId, content, maxTenths } = question
  const own = others.settings.questions.find((one) => one.versionId === versionId) ?? { versionId, ...plain }
  const names = own.graderIds.map((id) => others.graders.find(({ value }) => value === id)?.label ?? '…')
  return (
    <article className="sy-card">
      <p className="ex-question-head">
        <strong>{t('marking.question', { number })}</strong>
        <small>{t('answer.points', { count: maxTenths / 10 })}</small>
      </p>
      <Prose html={content.stem} />
      {own.rubric && <RubricTable rubric={own.rubric} />}
      <p className="ex-verdict">
        <span>{t('marking.gradersOf', { names: names.join(t('marking.comma')) || t('marking.allGraders') })}</span>
        <Button onClick={() => setIsOpen(true)}>{t('marking.editQuestion')}</Button>
      </p>
      {isOpen && <QuestionDialog {...{ ...others, own, maxTenths }} onClose={() => setIsOpen(false)} />}
    </article>
  )
}

function RubricTable({ rubric }: { rubric: Rubric }) {
  return (
    <dl className="ex-rubric-table">
      {rubric.map(({ title, levels }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{levels.map((level) => `${level.title} ${pointsOfTenths(level.tenths)}`).join(' · ')}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DialogProps extends Props, Pick<CardProps, 'graders'> {
  readonly own: QuestionMarking
  readonly maxTenths: number
  readonly onClose: () => void
}

interface Values {
  readonly graderIds: string[]
  readonly allowedTenths: number | null
  readonly rubric: Rubric
}

function QuestionDialog({ examId, settings, own, maxTenths, graders, onClose }: DialogProps) {
  const t = useText('exams')
  const { versionId } = own
  const save = ({ graderIds, allowedTenths = null, rubric = [] }: Values) => {
    const changed = { versionId, graderIds, allowedTenths, rubric: rubric.length > 0 ? rubric : null }
    const questions = [...settings.questions.filter((one) => one.versionId !== versionId), changed]
    return call(exams.changeMarkingSettings, { params: { id: examId }, body: { ...settings, questions } })
  }
  return (
    <FormModal<Values, unknown>
      title={t('marking.editQuestion')}
      width={720}
      okText={t('marking.saveSettings')}
      initialValues={{ graderIds: own.graderIds, allowedTenths: own.allowedTenths, rubric: own.rubric ?? [] }}
      onSubmit={save}
      done={t('form.saved')}
      onClose={onClose}
    >
      <Form.Item name="graderIds" label={t('marking.graders')}>
        <Select mode="multiple" optionFilterProp="label" placeholder={t('marking.allGraders')} options={[...graders]} />
      </Form.Item>
      {settings.isDouble && (
        <Form.Item name="allowedTenths" label={t('marking.allowed')} extra={t('marking.allowedOwnHint')}>
          <PointsInput />
        </Form.Item>
      )}
      <RubricFields maxTenths={maxTenths} />
    </FormModal>
  )
}
