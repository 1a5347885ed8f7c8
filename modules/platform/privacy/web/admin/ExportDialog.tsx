import { useMutation } from '@tanstack/react-query'
import { Button, Form, Modal } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { privacy } from '../../contract.ts'
import { MemberSelect } from './MemberSelect.tsx'

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useText('privacy')
  const create = useMutation({
    mutationFn: (memberId: string) => call(privacy.exportMember, { body: { memberId } }),
    onSuccess: () => {
      notify('success', t('manage.created'))
      onClose()
    },
  })
  return (
    <Modal open title={t('manage.newExport')} footer={null} onCancel={onClose} destroyOnHidden>
      <p className="sy-faint">{t('manage.exportHint')}</p>
      <Form<{ memberId: string }>
        layout="vertical"
        requiredMark={false}
        style={{ marginTop: 16 }}
        onFinish={({ memberId }) => create.mutate(memberId)}
      >
        <Form.Item
          name="memberId"
          label={t('manage.member')}
          rules={[{ required: true, message: t('manage.memberNeeded') }]}
        >
          <MemberSelect />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('manage.create')}
        </Button>
      </Form>
    </Modal>
  )
}
