import { NameDialog } from '#modules/content/catalog/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { newExam } from '../../contract/authoring.ts'
import { examNameLengthMax } from '../../contract/rules.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'

/** A new exam needs a name; the editor has the rest. Its author marks and watches it until others are named. */
export function CreateExam({ onClose }: { onClose: () => void }) {
  const t = useText('exams')
  const { user } = useSession()
  const staff = user ? [user.id] : []
  return (
    <NameDialog
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={examNameLengthMax}
      create={async (name) => {
        const body = { ...newExam, name, graderIds: staff, invigilatorIds: staff }
        const { id } = await call(exams.createExam, { body })
        return examPaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
