import { Form, Input, InputNumber } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { incidentLengthMax } from '../../contract/incidents.ts'
import { extendMinutesMax } from '../../contract/invigilation.ts'
import { exams } from '../../contract.ts'

interface Values {
  readonly minutes: number
  readonly reason: string
}

/** A submitted attempt goes on. */
export function ReopenDialog({ attemptId, onClose }: { attemptId: string; onClose: () => void }) {
  const t = useText('exams')
  return (
    <FormModal<Values, unknown>
      title={t('reopen.title')}
      hint={t('reopen.hint')}
      danger
      initialValues={{ minutes: 10 }}
      onSubmit={(body) => call(exams.reopenAttempt, { params: { id: attemptId }, body })}
      done={t('reopen.done')}
      onClose={onClose}
    >
      <Form.Item name="minutes" label={t('reopen.minutes')} rules={[{ required: true, message: t('form.needed') }]}>
        <InputNumber autoFocus min={1} max={extendMinutesMax} precision={0} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('invigilation.reason')}
        rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
      >
        <Input.TextArea maxLength={incidentLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}
