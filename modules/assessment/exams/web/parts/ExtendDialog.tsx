import { Form, InputNumber } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { extendMinutesMax } from '../../contract/invigilation.ts'
import { exams } from '../../contract.ts'

interface Props {
  readonly examId?: string
  /** One attempt; left out, everybody's. */
  readonly attemptId?: string
  readonly onClose: () => void
}

/** More time, for one examinee or for all. */
export function ExtendDialog({ examId = '', attemptId, onClose }: Props) {
  const t = useText('exams')
  const extend = async ({ minutes }: { readonly minutes: number }) => {
    const body = { minutes }
    if (attemptId !== undefined) await call(exams.extendAttempt, { params: { id: attemptId }, body })
    else await call(exams.extendExam, { params: { id: examId }, body })
  }
  return (
    <FormModal<{ readonly minutes: number }, void>
      title={t(attemptId === undefined ? 'invigilation.extendAll' : 'invigilation.extend')}
      hint={t(attemptId === undefined ? 'invigilation.extendAllHint' : 'invigilation.extendHint')}
      initialValues={{ minutes: 10 }}
      onSubmit={extend}
      done={t('invigilation.extended')}
      onClose={onClose}
    >
      <Form.Item
        name="minutes"
        label={t('invigilation.minutes')}
        rules={[{ required: true, message: t('form.needed') }]}
      >
        <InputNumber autoFocus min={1} max={extendMinutesMax} precision={0} />
      </Form.Item>
    </FormModal>
  )
}
