import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { surveyNameLengthMax } from '../../contract/authoring.ts'
import { surveys } from '../../contract.ts'
import { surveyPaths } from '../paths.ts'

interface Values {
  readonly name: string
}

interface Props {
  readonly survey: { readonly id: string; readonly name: string }
  readonly kind: 'template' | 'copy'
  readonly onClose: () => void
}

/** The content once more: as a template of the company, or as another survey. */
export function SaveTemplate({ survey: { id, name }, kind, onClose }: Props) {
  const t = useText('surveys')
  const navigate = useNavigate()
  const save = async ({ name: wanted }: Values) => {
    if (kind === 'template') {
      await call(surveys.saveTemplate, { body: { surveyId: id, name: wanted } })
      return
    }
    const copy = await call(surveys.copySurvey, { params: { id }, body: { name: wanted } })
    void navigate(surveyPaths.editor(copy.id))
  }
  return (
    <FormModal<Values, void>
      title={t(`editor.${kind === 'template' ? 'saveTemplate' : 'copy'}`)}
      hint={t(`editor.${kind}Hint`)}
      initialValues={{ name }}
      done={t(`editor.${kind}Done`)}
      onSubmit={save}
      onClose={onClose}
    >
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={surveyNameLengthMax} autoFocus />
    </FormModal>
  )
}
