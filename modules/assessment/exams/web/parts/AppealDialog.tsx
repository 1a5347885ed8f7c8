import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { appealSubjects, appealTextLengthMax } from '../../contract/appeals.ts'
import { exams } from '../../contract.ts'

interface Values {
  readonly subject: (typeof appealSubjects)[number]
  readonly text: string
}

interface Props {
  readonly attemptId: string
  readonly place: number
  readonly onClose: () => void
}

/** An appeal on a question of the own paper. */
export function AppealDialog({ attemptId, place, onClose }: Props) {
  const t = useText('exams')
  const [fileId, setFileId] = useState<string>()
  return (
    <FormModal<Values, unknown>
      title={t('appeal.of', { place })}
      hint={t('appeal.hint')}
      initialValues={{ subject: 'mark', text: '' }}
      okText={t('appeal.send')}
      onSubmit={(values) =>
        call(exams.appeal, { params: { id: attemptId }, body: { ...values, place, ...(fileId && { fileId }) } })
      }
      done={t('appeal.sent')}
      onClose={onClose}
    >
      <Form.Item name="subject" label={t('appeal.subject')}>
        <Radio.Group options={appealSubjects.map((value) => ({ value, label: t(`appeal.subjects.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="text"
        label={t('appeal.text')}
        rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
      >
        <Input.TextArea maxLength={appealTextLengthMax} showCount autoSize={{ minRows: 4, maxRows: 10 }} />
      </Form.Item>
      <FileUpload
        kind="attachment"
        countMax={1}
        label={t('appeal.file')}
        onUploaded={(file) => setFileId(file.id)}
        onRemoved={() => setFileId(undefined)}
      />
    </FormModal>
  )
}
