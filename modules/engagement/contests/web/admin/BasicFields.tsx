import { Form, Input, InputNumber, Switch } from 'antd'
import { RichText } from '#modules/content/catalog/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import {
  contestNameLengthMax,
  contestSummaryLengthMax,
  votesPerDayMax,
  worksPerMemberMax,
} from '../../contract/fields.ts'

/** What a contest is about, for which organizations, and its rules. */
export function BasicFields() {
  const t = useText('contests')
  const rules = [{ required: true, message: t('form.numberNeeded') }]
  return (
    <>
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={contestNameLengthMax} />
      <Form.Item name="summary" label={t('form.summary')}>
        <Input.TextArea maxLength={contestSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <div className="co-columns">
        <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
          <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
        </Form.Item>
        <Form.Item
          name="isAnonymous"
          label={t('form.anonymous')}
          extra={t('form.anonymousHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
        <Form.Item name="worksPerMember" label={t('form.worksPerMember')} rules={rules}>
          <InputNumber min={1} max={worksPerMemberMax} precision={0} />
        </Form.Item>
        <Form.Item name="votesPerDay" label={t('form.votesPerDay')} rules={rules}>
          <InputNumber min={1} max={votesPerDayMax} precision={0} />
        </Form.Item>
        <Form.Item name="reviewWeight" label={t('form.reviewWeight')} extra={t('form.reviewWeightHint')} rules={rules}>
          <InputNumber min={0} max={100} precision={0} suffix="%" />
        </Form.Item>
      </div>
      <Form.Item name="description" label={t('form.description')} trigger="onChange">
        <Description />
      </Form.Item>
      <Form.Item name="coverFileId" label={t('form.cover')}>
        <ContestCover />
      </Form.Item>
    </>
  )
}

function Description({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  const t = useText('contests')
  return <RichText size="medium" label={t('form.description')} value={value} onChange={(html) => onChange?.(html)} />
}

function ContestCover({
  value = null,
  onChange,
}: {
  value?: string | null
  onChange?: (fileId: string | null) => void
}) {
  const t = useText('contests')
  const name = Form.useWatch('name') as string | undefined
  return (
    <CoverField
      chosen={value !== null}
      hint={t('form.coverHint')}
      tooLarge={t('form.coverTooLarge')}
      onChange={(file) => onChange?.(file?.id ?? null)}
    >
      <Cover name={name ?? ''} url={value === null ? null : `files/${value}`} titled />
    </CoverField>
  )
}
