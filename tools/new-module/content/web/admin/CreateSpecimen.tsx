import { NameDialog } from '#modules/content/catalog/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { newSpecimen, specimenNameLengthMax, specimens } from '../../contract.ts'
import { specimenPaths } from '../paths.ts'

/** A new specimen needs a name; the editor has the rest. */
export function CreateSpecimen({ onClose }: { onClose: () => void }) {
  const t = useText('specimens')
  return (
    <NameDialog
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={specimenNameLengthMax}
      create={async (name) => {
        const { id } = await call(specimens.createSpecimen, { body: { ...newSpecimen, name } })
        return specimenPaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
