import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { nameLengthMax } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'

/** Gives a role that the company has made another name. */
export function RenameRoleModal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useText('identity')
  return (
    <FormModal<{ name: string }, unknown>
      title={t('roles.rename')}
      okText={t('roles.save')}
      initialValues={{ name }}
      onSubmit={(body) => call(identity.renameRole, { params: { id }, body }, { handles: 'all' })}
      showsFailure
      done={t('roles.renamed')}
      onClose={onClose}
    >
      <NameField label={t('roles.name')} needed={t('roles.nameNeeded')} maxLength={nameLengthMax} />
    </FormModal>
  )
}
