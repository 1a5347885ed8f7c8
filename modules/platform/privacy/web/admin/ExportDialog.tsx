import { Form } from 'antd'
import { MemberIdPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { privacy } from '../../contract.ts'
import { membersWithData } from './member-source.ts'

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useText('privacy')
  return (
    <FormModal<{ memberId: string }, unknown>
      title={t('manage.newExport')}
      okText={t('manage.create')}
      hint={t('manage.exportHint')}
      onSubmit={(body) => call(privacy.exportMember, { body })}
      done={t('manage.created')}
      onClose={onClose}
    >
      <Form.Item
        name="memberId"
        label={t('manage.member')}
        rules={[{ required: true, message: t('manage.memberNeeded') }]}
      >
        <MemberIdPicker label={t('manage.memberPlaceholder')} source={membersWithData} />
      </Form.Item>
    </FormModal>
  )
}
