import { Form, Radio } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import type { SubjectType } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { typeIcons } from '../kinds.ts'
import { subjectPaths } from '../paths.ts'

const types: readonly SubjectType[] = [0, 2, 1, 3]

interface Values {
  readonly name: string
  readonly subjectType: SubjectType
}

/** A new subject needs a name and a type, which stays; everything else is done in its editor. */
export function CreateSubject({ onClose }: { onClose: () => void }) {
  const t = useText('subjects')
  const navigate = useNavigate()
  const create = async ({ name, subjectType }: Values) => {
    const created = await call(subjects.createSubject, { body: { name: name.trim(), subjectType } })
    void navigate(subjectPaths.editor(created.id))
  }
  return (
    <FormModal<Values, void>
      title={t('authoring.create')}
      okText={t('authoring.createGo')}
      initialValues={{ subjectType: 0 }}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField label={t('authoring.name')} needed={t('authoring.nameNeeded')} maxLength={100} autoFocus />
      <Form.Item name="subjectType" label={t('authoring.type')} extra={t('authoring.typeHint')}>
        <Radio.Group className="sb-types">
          {types.map((type) => (
            <Radio key={type} value={type}>
              <span className="sb-type">
                <Icon name={typeIcons[type]} size={18} />
                <strong>{t(`maps.subject-type.${type}`)}</strong>
                <small>{t(`typeHint.${type}`)}</small>
              </span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
    </FormModal>
  )
}
