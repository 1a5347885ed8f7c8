import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { RichText } from '#modules/content/catalog/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { type ChosenMember, MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { MomentField, MomentRangeField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import {
  acceptanceHoursMax,
  classNameLengthMax,
  classSummaryLengthMax,
  type FormField,
  formChoicesMax,
  formFieldKinds,
  formFieldsMax,
  type OrganizationQuota,
  quotasMax,
  staffMax,
  venueLengthMax,
} from '../../contract/fields.ts'
import { capacityMax, classTypes, trainTypes } from '../../contract/states.ts'

/** What a class is, when, where, and for how many. */
export function BasicFields() {
  const t = useText('classes')
  const choices = (values: readonly number[], map: string) =>
    values.map((value) => ({ value, label: t(`maps.${map}.${value}`) }))
  return (
    <>
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={classNameLengthMax} />
      <Form.Item name="summary" label={t('form.summary')}>
        <Input.TextArea maxLength={classSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <div className="cl-form-columns">
        <Form.Item name="times" label={t('form.times')}>
          <MomentRangeField placeholder={[t('form.from'), t('form.until')]} />
        </Form.Item>
        <Form.Item name="venue" label={t('form.venue')}>
          <Input maxLength={venueLengthMax} />
        </Form.Item>
        <Form.Item name="capacity" label={t('form.capacity')}>
          <InputNumber min={1} max={capacityMax} precision={0} />
        </Form.Item>
        <Form.Item name="classType" label={t('form.classType')}>
          <Select options={choices(classTypes, 'class-type')} />
        </Form.Item>
        <Form.Item name="trainType" label={t('form.trainType')}>
          <Select options={choices(trainTypes, 'train-type')} />
        </Form.Item>
      </div>
      <Form.Item name="description" label={t('form.description')} trigger="onChange">
        <Description />
      </Form.Item>
      <Form.Item name="coverFileId" label={t('form.cover')}>
        <ClassCover />
      </Form.Item>
    </>
  )
}

function Description({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  const t = useText('classes')
  return <RichText size="medium" label={t('form.description')} value={value} onChange={(html) => onChange?.(html)} />
}

function ClassCover({ value = null, onChange }: { value?: string | null; onChange?: (fileId: string | null) => void }) {
  const t = useText('classes')
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

/** Who runs the class, and who it is for. */
export function PeopleFields({ members }: { members: readonly ChosenMember[] }) {
  const t = useText('classes')
  return (
    <div className="cl-form-columns">
      <Form.Item name="managerIds" label={t('form.managers')} extra={t('form.staffHint')}>
        <MemberIdsPicker label={t('form.managers')} max={staffMax} known={members} />
      </Form.Item>
      <Form.Item name="teacherIds" label={t('form.teachers')}>
        <MemberIdsPicker label={t('form.teachers')} max={staffMax} known={members} />
      </Form.Item>
      <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
        <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
      </Form.Item>
    </div>
  )
}

/** Who gets in, and how. */
export function EnrollmentFields() {
  const t = useText('classes')
  const hasWaitingList = Form.useWatch<boolean>(['enrollment', 'hasWaitingList'], { preserve: true })
  return (
    <>
      <h2 className="cl-form-heading">{t('form.enrollment')}</h2>
      <div className="cl-form-columns">
        <Form.Item name="enrollmentFrom" label={t('form.enrollmentFrom')} extra={t('form.enrollmentFromHint')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="enrollmentUntil" label={t('form.enrollmentUntil')} extra={t('form.enrollmentUntilHint')}>
          <MomentField />
        </Form.Item>
        <Form.Item
          name={['enrollment', 'isReviewed']}
          label={t('form.reviewed')}
          extra={t('form.reviewedHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
        <Form.Item
          name={['enrollment', 'hasWaitingList']}
          label={t('form.waitingList')}
          extra={t('form.waitingListHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
        <Form.Item
          name={['enrollment', 'acceptanceHours']}
          label={t('form.acceptance')}
          extra={t('form.acceptanceHint')}
          hidden={!hasWaitingList}
        >
          <InputNumber min={0} max={acceptanceHoursMax} precision={0} suffix={t('form.hours')} />
        </Form.Item>
      </div>
      <Form.Item
        name={['enrollment', 'isExternal']}
        label={t('form.external')}
        extra={t('form.externalHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="quotas" label={t('form.quotas')} extra={t('form.quotasHint')}>
        <QuotasField />
      </Form.Item>
      <Form.Item
        name={['enrollment', 'form']}
        label={t('form.questions')}
        extra={t('form.questionsHint')}
        rules={[{ validator: questionsFinished, message: t('form.questionsUnfinished') }]}
      >
        <QuestionsField />
      </Form.Item>
    </>
  )
}

interface ListProps<Item> {
  readonly value?: readonly Item[]
  readonly onChange?: (items: readonly Item[]) => void
}

function QuotasField({ value = [], onChange }: ListProps<OrganizationQuota>) {
  const t = useText('classes')
  const change = (at: number, part: Partial<OrganizationQuota>) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const add = (organizationId: string | undefined) => {
    if (organizationId === undefined || value.some((one) => one.organizationId === organizationId)) return
    onChange?.([...value, { organizationId, places: 5 }])
  }
  return (
    <div className="sy-column sy-gap-2">
      {value.map(({ organizationId, places }, at) => (
        <div key={organizationId} className="cl-choice-row">
          <OrganizationPicker
            value={organizationId}
            label={t('form.organization')}
            onChange={(next) => next !== undefined && change(at, { organizationId: next })}
          />
          <InputNumber
            aria-label={t('form.quotaPlaces')}
            min={0}
            max={capacityMax}
            precision={0}
            value={places}
            onChange={(next) => change(at, { places: next ?? 0 })}
          />
          <Button
            type="text"
            danger
            aria-label={t('form.removeQuota')}
            icon={<Icon name="delete" size={18} />}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {value.length < quotasMax && (
        <OrganizationPicker label={t('form.addQuota')} allowClear onChange={(id) => add(id)} />
      )}
    </div>
  )
}

const canBeAnswered = ({ label, kind, choices }: FormField) =>
  label.trim() !== '' && (kind !== 'choice' || choices.length > 0)

const questionsFinished = async (_: unknown, form: readonly FormField[]) => {
  if (!form.every(canBeAnswered)) throw new Error('unfinished')
}

/** A key that no field has had. */
const newKey = () => crypto.randomUUID()

function QuestionsField({ value = [], onChange }: ListProps<FormField>) {
  const t = useText('classes')
  const change = (at: number, part: Partial<FormField>) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const add = () => {
    const label = t('form.newQuestion', { number: value.length + 1 })
    onChange?.([...value, { key: newKey(), label, kind: 'text', choices: [], isRequired: false }])
  }
  return (
    <div className="sy-column sy-gap-2">
      {value.map((field, at) => (
        <div key={field.key} className="sy-column sy-gap-2">
          <div className="cl-choice-row">
            <Input
              aria-label={t('form.questionLabel', { number: at + 1 })}
              value={field.label}
              maxLength={50}
              onChange={(event) => change(at, { label: event.target.value })}
            />
            <Select
              aria-label={t('form.questionKind')}
              value={field.kind}
              options={formFieldKinds.map((kind) => ({ value: kind, label: t(`maps.form-field.${kind}`) }))}
              onChange={(kind) => change(at, { kind, choices: kind === 'choice' ? field.choices : [] })}
            />
            <Switch
              aria-label={t('form.required')}
              checkedChildren={t('form.required')}
              unCheckedChildren={t('form.optional')}
              checked={field.isRequired}
              onChange={(isRequired) => change(at, { isRequired })}
            />
            <Button
              type="text"
              danger
              aria-label={t('form.removeQuestion', { label: field.label })}
              icon={<Icon name="delete" size={18} />}
              onClick={() => onChange?.(value.filter((_, index) => index !== at))}
            />
          </div>
          {field.kind === 'choice' && (
            <Select
              mode="tags"
              aria-label={t('form.choices')}
              placeholder={t('form.choices')}
              maxCount={formChoicesMax}
              open={false}
              suffixIcon={null}
              tokenSeparators={[',', '，', '、']}
              value={[...field.choices]}
              onChange={(choices) => change(at, { choices })}
            />
          )}
        </div>
      ))}
      {value.length < formFieldsMax && (
        <span>
          <Button icon={<Icon name="plus" size={16} />} onClick={add}>
            {t('form.addQuestion')}
          </Button>
        </span>
      )}
    </div>
  )
}
