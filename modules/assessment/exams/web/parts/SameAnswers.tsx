import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type MarkedQuestion, markCommentLengthMax, type SameAnswers as Same } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'

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
            <Button size="small" disabled={group.open === 0} onClick={() => setChosen(group)}>
              {t('marking.markSame')}
            </Button>
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
  readonly points: number
  readonly comment: string
}

function SameDialog({ examId, question, group, onClose }: DialogProps) {
  const t = useText('exams')
  const params = { id: examId, versionId: question.versionId }
  const mark = ({ points, comment }: Values) =>
    call(exams.markSame, { params, body: { textKey: group.textKey, tenths: Math.round(points * 10), comment } })
  return (
    <FormModal<Values, { readonly marked: number }>
      title={t('marking.markSame')}
      hint={group.text}
      okText={t('marking.save')}
      initialValues={{ comment: '' }}
      onSubmit={mark}
      done={({ marked }) => t('marking.sameMarked', { count: marked })}
      onClose={onClose}
    >
      <Form.Item name="points" label={t('marking.points')} rules={[{ required: true, message: t('form.needed') }]}>
        <InputNumber autoFocus min={0} max={question.maxTenths / 10} step={0.5} precision={1} />
      </Form.Item>
      <Form.Item name="comment" label={t('marking.comment')}>
        <Input.TextArea maxLength={markCommentLengthMax} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormModal>
  )
}
