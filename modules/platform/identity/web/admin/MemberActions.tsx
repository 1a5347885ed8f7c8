import { Button, Modal, Typography } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { notify } from '#web/ui/notify.ts'
import { identity } from '../../contract.ts'

/** Actions on a member: reset password, unlock, disable. */
export function MemberActions({ detail }: { detail: Output<typeof identity.memberDetail> }) {
  const t = useText('identity')
  const [password, setPassword] = useState<string>()
  const params = { id: detail.id }
  const reset = async () => {
    const answer = await call(identity.resetMemberPassword, { params, body: {} })
    setPassword(answer.temporaryPassword)
  }
  const setEnabled = async (enabled: boolean) => {
    await call(identity.changeMembers, { body: { memberIds: [detail.id], enabled } })
    notify('success', t(enabled ? 'members.enabledDone' : 'members.disabledDone', { name: detail.memberFullName }))
  }
  const unlock = async () => {
    await call(identity.unlockMember, { params })
    notify('success', t('members.unlocked'))
  }
  return (
    <div className="sy-toolbar">
      <ConfirmButton
        question={t('members.resetQuestion')}
        consequence={t('members.resetConsequence')}
        onConfirm={reset}
      >
        {t('members.resetPassword')}
      </ConfirmButton>
      {detail.lockedUntil !== null && (
        <Button onClick={() => void unlock().catch(() => undefined)}>{t('members.unlock')}</Button>
      )}
      {detail.enabled ? (
        <ConfirmButton
          danger
          question={t('members.disableQuestion', { name: detail.memberFullName })}
          consequence={t('members.disableConsequence')}
          onConfirm={() => setEnabled(false)}
        >
          {t('members.disable')}
        </ConfirmButton>
      ) : (
        <Button onClick={() => void setEnabled(true).catch(() => undefined)}>{t('members.enable')}</Button>
      )}
      <Modal
        open={password !== undefined}
        title={t('members.temporaryTitle')}
        onCancel={() => setPassword(undefined)}
        footer={<Button onClick={() => setPassword(undefined)}>{t('common.close')}</Button>}
      >
        <p>{t('members.temporaryExplain')}</p>
        <Typography.Text copyable code style={{ fontSize: 18 }}>
          {password ?? ''}
        </Typography.Text>
      </Modal>
    </div>
  )
}
