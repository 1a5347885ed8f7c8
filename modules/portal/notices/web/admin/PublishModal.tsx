import { Checkbox, Form } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { type ManagedNotice, notices } from '../../contract.ts'

/** Asks before a notice is shown to its audience, and whether a message is sent too. */
export function PublishModal({ notice, onClose }: { notice: ManagedNotice; onClose: () => void }) {
  const t = useText('notices')
  return (
    <FormModal<{ notify: boolean }, unknown>
      title={t('publish.title')}
      okText={t('actions.publish')}
      hint={t('publish.text', { title: notice.title })}
      initialValues={{ notify: true }}
      onSubmit={({ notify }) =>
        call(notices.publishNotice, { params: { id: notice.id }, body: { revision: notice.revision, notify } })
      }
      done={t('publish.done')}
      onClose={onClose}
    >
      <Form.Item name="notify" valuePropName="checked">
        <Checkbox>{t('publish.notify')}</Checkbox>
      </Form.Item>
    </FormModal>
  )
}
