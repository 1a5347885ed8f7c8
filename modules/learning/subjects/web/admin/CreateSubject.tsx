import { Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { SubjectType } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { typeIcons } from '../kinds.ts'
import { subjectPaths } from '../paths.ts'
import { Field } from './Field.tsx'

const types: readonly SubjectType[] = [0, 2, 1, 3]

/** A new subject needs a name and a type, which stays; everything else is done in its editor. */
export function CreateSubject({ onClose }: { onClose: () => void }) {
  const t = useText('subjects')
  const id = useId()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [subjectType, setSubjectType] = useState<SubjectType>(0)
  const [asked, setAsked] = useState(false)
  const { busy, run } = useAction()
  const problem = asked && name.trim() === '' ? t('authoring.nameNeeded') : undefined
  const create = () => {
    setAsked(true)
    if (name.trim() === '') return
    return run(async () => {
      const created = await call(subjects.createSubject, { body: { name: name.trim(), subjectType } })
      void navigate(subjectPaths.editor(created.id))
    })
  }
  return (
    <Modal
      open
      title={t('authoring.create')}
      okText={t('authoring.createGo')}
      cancelText={t('authoring.cancel')}
      confirmLoading={busy}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <div className="sb-form">
        <Field id={`${id}-name`} label={t('authoring.name')} problem={problem}>
          <Input
            id={`${id}-name`}
            autoFocus
            value={name}
            maxLength={100}
            showCount
            status={problem && 'error'}
            aria-describedby={problem && `${id}-name-problem`}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={(event) => !event.nativeEvent.isComposing && void create()}
          />
        </Field>
        <Field label={t('authoring.type')} hint={t('authoring.typeHint')}>
          <Radio.Group
            className="sb-types"
            aria-label={t('authoring.type')}
            value={subjectType}
            onChange={(event) => setSubjectType(event.target.value as SubjectType)}
          >
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
        </Field>
      </div>
    </Modal>
  )
}
