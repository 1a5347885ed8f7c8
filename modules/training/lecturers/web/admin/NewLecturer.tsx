import { Form, Input, Select } from 'antd'
import { useNavigate } from 'react-router'
import { MemberIdPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LECTURER_EXISTS } from '../../contract/codes.ts'
import {
  employerLengthMax,
  type LecturerInput,
  type LecturerKind,
  type LecturerLevel,
  lecturerLevels,
  lecturerNameLengthMax,
  newLecturer,
} from '../../contract/fields.ts'
import { lecturers } from '../../contract.ts'
import { SubjectsItem } from '../parts/ProfileFields.tsx'
import { lecturerPaths } from '../paths.ts'

interface Values {
  readonly memberId?: string | null
  readonly fullName?: string
  readonly employer?: string
  readonly organizationId?: string
  readonly level: LecturerLevel
  readonly subjects: string[]
}

function inputOf(kind: LecturerKind, values: Values): LecturerInput {
  const { memberId = null, organizationId = null, fullName = '', employer = '', level, subjects } = values
  return { ...newLecturer, kind, memberId, organizationId, fullName, employer, level, subjects }
}

/** Enters a member, or a person from outside, and opens the entry. */
export function NewLecturer({ kind, onClose }: { kind: LecturerKind; onClose: () => void }) {
  const t = useText('lecturers')
  const navigate = useNavigate()
  const submit = async (values: Values) => {
    const { id } = await call(lecturers.createLecturer, { body: inputOf(kind, values) }, { handles: [LECTURER_EXISTS] })
    await navigate(lecturerPaths.edit(id))
  }
  return (
    <FormModal<Values, void>
      title={t(kind === 'internal' ? 'managing.addInternal' : 'managing.addExternal')}
      okText={t('form.add')}
      initialValues={{ level: newLecturer.level, subjects: [] }}
      onSubmit={submit}
      done={t('form.added')}
      problemsOf={(error) => (error.errorCode === LECTURER_EXISTS.code ? { memberId: t('form.exists') } : undefined)}
      onClose={onClose}
    >
      {kind === 'internal' ? (
        <Form.Item
          name="memberId"
          label={t('form.member')}
          rules={[{ required: true, message: t('form.memberNeeded') }]}
        >
          <MemberIdPicker label={t('form.member')} />
        </Form.Item>
      ) : (
        <>
          <Form.Item
            name="fullName"
            label={t('form.name')}
            rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
          >
            <Input maxLength={lecturerNameLengthMax} />
          </Form.Item>
          <Form.Item name="employer" label={t('form.employer')}>
            <Input maxLength={employerLengthMax} />
          </Form.Item>
          <Form.Item
            name="organizationId"
            label={t('form.organization')}
            extra={t('form.organizationHint')}
            rules={[{ required: true, message: t('form.organizationNeeded') }]}
          >
            <OrganizationPicker label={t('form.organization')} />
          </Form.Item>
        </>
      )}
      <LevelItem />
      <SubjectsItem />
    </FormModal>
  )
}

export function LevelItem() {
  const t = useText('lecturers')
  return (
    <Form.Item name="level" label={t('form.level')}>
      <Select options={lecturerLevels.map((value) => ({ value, label: t(`maps.level.${value}`) }))} />
    </Form.Item>
  )
}
