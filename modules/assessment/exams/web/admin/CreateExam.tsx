import { NameDialog } from '#modules/content/catalog/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { newExam } from '../../contract/authoring.ts'
import { examNameLengthMax } from '../../contract/rules.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'

export function CreateExam({ onClose }: { onClose: () => void }) {
  const t = useText('exams')
  return (
    <NameDialog
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={examNameLengthMax}
      create={async (name) => {
        const { id } = await call(exams.createExam, { body: { ...newExam, name } })
        return examPaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
