import { Modal } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import type { ShareAccount } from '../../contract/shapes.ts'
import { community } from '../../contract.ts'
import { AccountForm, type AccountValues, accountBody } from './AccountForm.tsx'

/**
 * Edits name, topics, picture and description (COMMUNITY-030). Changes that need approval appear later (COMMUNITY-061,
 * 063).
 */
export function EditModal({ account, onClose }: { account: ShareAccount; onClose: () => void }) {
  const t = useText('community')
  const kit = useText('kit')
  const save = async (values: AccountValues) => {
    // Another device may have applied since the dialog opened (COMMUNITY-060).
    const { pending } = await call(community.editPending, { params: { id: account.id } }, { handles: 'all' })
    if (pending) return notify('info', kit('ui.approval-pending'))
    const body = { id: account.id, ...accountBody(values) }
    const { code } = await call(community.applyForEdit, { body }, { handles: 'all' })
    notify('success', code === 0 ? t('edit.done') : kit('ui.info-edit-submitted'))
    onClose()
  }
  const initial = {
    name: account.name,
    desc: account.desc,
    picturePath: account.headPortraitPath,
    topics: account.lstRelationTopic.map(({ topicId, topicName }) => ({ id: topicId, name: topicName })),
  }
  return (
    <Modal open width={600} title={t('edit.title')} footer={null} onCancel={onClose}>
      <AccountForm
        initial={initial}
        accountId={account.id}
        submitText={t('edit.save')}
        onSubmit={save}
        onCancel={onClose}
      />
    </Modal>
  )
}
