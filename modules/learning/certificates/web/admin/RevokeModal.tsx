import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import type { Certificate } from '../../contract/shapes.ts'
import { certificates } from '../../contract.ts'

/** Asks for the reason, and says what follows. */
export function RevokeModal({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const t = useText('certificates')
  return (
    <FormModal<{ reason: string }, object>
      title={t('dialog.revokeTitle', { number: certificate.number })}
      okText={t('admin.revoke')}
      danger
      hint={t('dialog.revokeHint')}
      done={t('dialog.revoked')}
      onSubmit={(body) => call(certificates.revokeCertificate, { params: { id: certificate.id }, body })}
      onClose={onClose}
    >
      <ReasonField label={t('dialog.reason')} needed={t('dialog.reasonNeeded')} />
    </FormModal>
  )
}
