import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import {
  type MarkedQuestion,
  markCommentLengthMax,
  type Rubric,
  type SameAnswers as Same,
} from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { isComplete, withLevels } from './mark-values.ts'
import RubricChoice from './RubricChoice.tsx'

interface Props {
  readonly examId: string
  readonly question: MarkedQuestion
}

/** Answers that say the same are marked at once. */
export function SameAnswers({ examId, question }: Props) {
  const t = useText('exams')
  const paging = usePaging(5)
  const { page, pageSize } = paging
  const params = { id: examId, versionId: question.versionId }
  const { data } = useQuery(q(exams.sameAnswers, { params, query: { page, pageSize } }, { quiet: true }))
  const [chosen, setChosen] = useState<Same>()
  if (!data || data.recordCount === 0) return null
  return (
    <section className="sy-card ex-same" aria-labelledby="ex-same">
      <h2 id="ex-same">{t('marking.same')}</h2>
      <p className="sy-faint">{t('marking.sameHint')}</p>
      <ul>
        {data.items.map((group) => (
          <li key={group.textKey}>
            <span>{group.text || t('paper.noAnswer')}</span>
            <small>{t('marking.sameCount', { count: group.count, open: group.open })}</small>
            {group.open > 0 && (
              <Button size="small" onClick={() => setChosen(group)}>
                {t('marking.markSame')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
      {chosen && <SameDialog {...{ examId, question }} group={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

interface DialogProps extends Props {
  readonly group: Same
  readonly onClose: () => void
}

interface Values {
  /** Null: not all levels are chosen. The field asks for them before it is sent. */
  readonly points: number | null
  readonly comment: string
  readonly levels?: readonly number[]
}

function SameDialog({ examId, question, group, onClose }: DialogProps) {
  const t = useText('exams')
  const { rubric, maxTenths, versionId } = question
  const [form] = Form.useForm<Values>()
  const params = { id: examId, versionId }
  const comments = useQuery(q(exams.cannedComments, { params: { id: examId } }, { quiet: true }))
  const levels = Form.useWatch('levels', form) ?? []
  const mark = ({ points, comment }: Values) => {
    const chosen = levels.length > 0 ? { levels: [...levels] } : {}
    const body = { textKey: group.textKey, tenths: Math.round((points ?? 0) * 10), comment, ...chosen }
    return call(exams.markSame, { params, body })
  }
  /** The points follow the levels. */
  const follow = (next: readonly number[]) => rubric && form.setFieldsValue(pointsAndLevels(rubric, next))
  const complete = () => {
    const isDecided = isComplete(rubric, { points: 0, comment: '', levels })
    return isDecided ? Promise.resolve() : Promise.reject(new Error(t('marking.levelsNeeded')))
  }
  return (
    <FormModal<Values, { readonly marked: number }>
      title={t('marking.markSame')}
      hint={group.text}
      form={form}
      okText={t('marking.save')}
      initialValues={{ comment: '' }}
      onSubmit={mark}
      done={({ marked }) => t('marking.sameMarked', { count: marked })}
      onClose={onClose}
    >
      {rubric && (
        <Form.Item name="levels" label={t('marking.rubric')} rules={[{ validator: complete }]}>
          <LevelsInput rubric={rubric} onLevels={follow} />
        </Form.Item>
      )}
      <Form.Item name="points" label={t('marking.points')} rules={[{ required: true, message: t('form.needed') }]}>
        <InputNumber
          autoFocus={!rubric}
          disabled={levels.length > 0}
          min={0}
          max={maxTenths / 10}
          step={0.5}
          precision={1}
        />
      </Form.Item>
      <Form.Item name="comment" label={t('marking.comment')}>
        <Input.TextArea maxLength={markCommentLengthMax} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      {(comments.data ?? []).length > 0 && (
        <ul className="ex-canned-chips" aria-label={t('marking.canned')}>
          {(comments.data ?? []).slice(0, 8).map(({ id, text }) => (
            <li key={id}>
              <Button size="small" onClick={() => form.setFieldValue('comment', text)}>
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FormModal>
  )
}

function pointsAndLevels(rubric: Rubric, chosen: readonly number[]): Partial<Values> {
  const { points, levels } = withLevels(rubric, { points: null, comment: '', levels: [] }, chosen)
  return { levels, points }
}

interface LevelsProps {
  readonly rubric: Rubric
  readonly value?: readonly number[]
  readonly onChange?: (levels: readonly number[]) => void
  readonly onLevels: (levels: readonly number[]) => void
}

/** As a field of a form. */
function LevelsInput({ rubric, value = [], onChange, onLevels }: LevelsProps) {
  return (
    <RubricChoice
      rubric={rubric}
      levels={value}
      disabled={false}
      onChange={(next) => {
        onChange?.(next)
        onLevels(next)
      }}
    />
  )
}
