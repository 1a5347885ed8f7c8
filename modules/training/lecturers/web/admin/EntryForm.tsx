import '../parts/lecturers.css'
import { Form, Input } from 'antd'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { LECTURER_CHANGED } from '../../contract/codes.ts'
import {
  employerLengthMax,
  feeHundredthsMax,
  jobTitleLengthMax,
  type LecturerFields,
  lecturerNameLengthMax,
  remarkLengthMax,
} from '../../contract/fields.ts'
import type { EditedLecturer } from '../../contract/managing.ts'
import { lecturers } from '../../contract.ts'
import { ProfileFields } from '../parts/ProfileFields.tsx'
import { SavedForm } from '../parts/SavedForm.tsx'
import { LevelItem } from './NewLecturer.tsx'

interface Values extends Omit<LecturerFields, 'feeHundredths' | 'fullName' | 'organizationId'> {
  /** Of an external lecturer. */
  readonly name: string
  readonly organizationId: string
  /** For an hour, in whole units of the currency. */
  readonly fee: number | null
}

function valuesOf(one: EditedLecturer): Values {
  const { subjects, introduction, pictureFileId, level, jobTitle, employer, phone, email, remark } = one
  const { contractFrom, contractUntil, feeHundredths } = one
  return {
    ...{ subjects, introduction, pictureFileId, level, jobTitle, employer, phone, email, remark },
    ...{ contractFrom, contractUntil, name: one.fullName, organizationId: one.organization.id },
    fee: feeHundredths === null ? null : Number(feeHundredths) / 100,
  }
}

function fieldsOf(kind: EditedLecturer['kind'], { name, organizationId, fee, ...values }: Values): LecturerFields {
  const ofKind = kind === 'external' ? { fullName: name, organizationId } : { fullName: '', organizationId: null }
  return { ...values, ...ofKind, feeHundredths: fee === null ? null : String(Math.round(fee * 100)) }
}

interface Props {
  readonly one: EditedLecturer
  readonly disabled: boolean
  readonly onReload: () => Promise<void>
}

/** What the directory keeps of a lecturer. */
export function EntryForm({ one, disabled, onReload }: Props) {
  const t = useText('lecturers')
  const { id, kind, revision, fullName } = one
  const save = (values: Values) =>
    call(
      lecturers.changeLecturer,
      { params: { id }, body: { ...fieldsOf(kind, values), revision } },
      { handles: [LECTURER_CHANGED] },
    )
  return (
    <SavedForm<Values> values={valuesOf(one)} save={save} disabled={disabled} onReload={onReload}>
      {kind === 'external' && <ExternalFields />}
      <div className="le-columns">
        <LevelItem />
        <Form.Item name="jobTitle" label={t('form.jobTitle')}>
          <Input maxLength={jobTitleLengthMax} />
        </Form.Item>
      </div>
      <ProfileFields name={fullName} picturePath={one.pictureFileId === null ? one.picturePath : ''} />
      <PrivateFields />
    </SavedForm>
  )
}

function ExternalFields() {
  const t = useText('lecturers')
  return (
    <div className="le-columns">
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={lecturerNameLengthMax} />
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
    </div>
  )
}

/** What is read by those alone who manage lecturers. */
function PrivateFields() {
  const t = useText('lecturers')
  return (
    <>
      <h2>{t('form.private')}</h2>
      <div className="le-columns">
        <NumberField name="fee" label={t('form.fee')} min={0} max={feeHundredthsMax / 100} precision={2} />
        <Form.Item name="contractFrom" label={t('form.contractFrom')}>
          <DayField />
        </Form.Item>
        <Form.Item name="contractUntil" label={t('form.contractUntil')}>
          <DayField />
        </Form.Item>
        <Form.Item
          name="phone"
          label={t('form.phone')}
          rules={[{ pattern: /^[+0-9][0-9() -]{3,29}$/, message: t('form.phoneWrong') }]}
        >
          <Input inputMode="tel" maxLength={30} />
        </Form.Item>
        <Form.Item name="email" label={t('form.email')} rules={[{ type: 'email', message: t('form.emailWrong') }]}>
          <Input inputMode="email" maxLength={100} />
        </Form.Item>
      </div>
      <Form.Item name="remark" label={t('form.remark')}>
        <Input.TextArea maxLength={remarkLengthMax} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}
