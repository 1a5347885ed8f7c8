import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { papers } from '#modules/assessment/papers/contract.ts'
import { PaperField } from '#modules/assessment/papers/web.tsx'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { RichText } from '#modules/content/catalog/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { type ChosenMember, MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import {
  addressRangesMax,
  attemptsLimitMax,
  consentLengthMax,
  countingRules,
  durationMinutesMax,
  type ExamRules,
  examineesListedMax,
  examNameLengthMax,
  examSummaryLengthMax,
  leavesLimitMax,
  photoDaysMax,
  scoreTimes,
  staffMax,
  viewingRules,
} from '../../contract/rules.ts'
import { PointsInput } from './PointsInput.tsx'
import { RegistrationField } from './RegistrationField.tsx'

/** What an exam is called, and its paper. */
export function BasicFields() {
  const t = useText('exams')
  return (
    <>
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={examNameLengthMax} />
      <Form.Item name="summary" label={t('form.summary')}>
        <Input.TextArea maxLength={examSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name={['rules', 'paperId']} label={t('form.paper')} extra={t('form.paperHint')}>
        <PaperField />
      </Form.Item>
      <Form.Item name="window" label={t('form.window')} extra={t('form.windowHint')}>
        <MomentRangeField placeholder={[t('form.from'), t('form.until')]} />
      </Form.Item>
      <Form.Item name={['rules', 'durationMinutes']} label={t('form.duration')} extra={t('form.durationHint')}>
        <InputNumber min={1} max={durationMinutesMax} precision={0} suffix={t('form.minutes')} />
      </Form.Item>
      <Form.Item name={['rules', 'instructions']} label={t('form.instructions')} trigger="onChange">
        <Instructions />
      </Form.Item>
      <Form.Item name="coverFileId" label={t('form.cover')}>
        <ExamCover />
      </Form.Item>
    </>
  )
}

function ExamCover({ value = null, onChange }: { value?: string | null; onChange?: (fileId: string | null) => void }) {
  const t = useText('exams')
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

function Instructions({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  const t = useText('exams')
  return <RichText size="medium" label={t('form.instructions')} value={value} onChange={(html) => onChange?.(html)} />
}

/** How an exam is scored, who gets in, and what is watched. */
export function RuleFields() {
  return (
    <>
      <ScoreFields />
      <TakingFields />
      <WatchFields />
    </>
  )
}

function useChoices() {
  const t = useText('exams')
  return <K extends string>(keys: readonly K[], group: string) =>
    keys.map((value) => ({ value, label: t(`${group}.${value}`) }))
}

function ScoreFields() {
  const t = useText('exams')
  const choices = useChoices()
  const totalTenths = usePaperTotal()
  const points = { points: pointsOfTenths(totalTenths ?? 0) }
  const withinTotal = [
    {
      type: 'number',
      ...(totalTenths !== undefined && { max: totalTenths }),
      message: t('form.aboveTotal', points),
    } as const,
  ]
  return (
    <section className="ex-form-group">
      <h2>{t('form.group.score')}</h2>
      <div className="ex-form-columns">
        <Form.Item
          name={['rules', 'passTenths']}
          label={t('form.pass')}
          extra={[
            ...(totalTenths === undefined ? [] : [t('form.total', { count: totalTenths / 10 })]),
            t('form.passHint'),
          ].join(' · ')}
          rules={withinTotal}
        >
          <PointsInput />
        </Form.Item>
        <Form.Item name={['rules', 'goodTenths']} label={t('form.good')} rules={withinTotal}>
          <PointsInput />
        </Form.Item>
        <Form.Item name={['rules', 'excellentTenths']} label={t('form.excellent')} rules={withinTotal}>
          <PointsInput />
        </Form.Item>
        <Form.Item name={['rules', 'scoreShown']} label={t('form.scoreShown')}>
          <Select options={choices(scoreTimes, 'rules.scoreShown')} />
        </Form.Item>
        <Form.Item name={['rules', 'viewingRule']} label={t('form.viewing')} extra={t('form.viewingHint')}>
          <Select options={choices(viewingRules, 'rules.viewing')} />
        </Form.Item>
      </div>
    </section>
  )
}

/** What the chosen paper is worth; undefined where none is chosen. */
function usePaperTotal(): number | undefined {
  const paperId = Form.useWatch<string | null>(['rules', 'paperId'], { preserve: true }) ?? ''
  const found = useQuery({
    ...q(papers.offeredPapers, { query: { id: paperId } }, { quiet: true }),
    enabled: paperId !== '',
  })
  return found.data?.items[0]?.totalTenths
}

function TakingFields() {
  const t = useText('exams')
  const choices = useChoices()
  const attempts = Form.useWatch<number | null>(['rules', 'attemptsMax'], { preserve: true })
  const registration = Form.useWatch<ExamRules['registration']>(['rules', 'registration'], { preserve: true })
  return (
    <section className="ex-form-group">
      <h2>{t('form.group.taking')}</h2>
      <div className="ex-form-columns">
        <Form.Item name={['rules', 'attemptsMax']} label={t('form.attempts')} extra={t('form.attemptsHint')}>
          <InputNumber min={0} max={attemptsLimitMax} precision={0} />
        </Form.Item>
        <Form.Item
          hidden={attempts === 1}
          name={['rules', 'countingRule']}
          label={t('form.counting')}
          extra={t('form.countingHint')}
        >
          <Select options={choices(countingRules, 'rules.counting')} />
        </Form.Item>
        <Form.Item
          name={['rules', 'password']}
          label={t('form.password')}
          extra={t('form.passwordHint')}
          normalize={(text: string) => (text === '' ? null : text)}
          validateTrigger="onBlur"
          rules={[{ pattern: /^\d{6}$/, message: t('form.passwordDigits') }]}
        >
          <Input maxLength={6} inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={['rules', 'hasPersonalPasswords']}
          label={t('form.personalPasswords')}
          extra={t('form.personalPasswordsHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
        <Form.Item name={['rules', 'addressRanges']} label={t('form.addresses')} extra={t('form.addressesHint')}>
          <Select
            mode="tags"
            maxCount={addressRangesMax}
            tokenSeparators={[',', ' ', '，']}
            open={false}
            suffixIcon={null}
          />
        </Form.Item>
      </div>
      <Form.Item
        name={['rules', 'registration']}
        label={t('form.registration')}
        extra={registration ? undefined : t('form.registrationHint')}
      >
        <RegistrationField />
      </Form.Item>
    </section>
  )
}

function WatchFields() {
  const t = useText('exams')
  return (
    <section className="ex-form-group">
      <h2>{t('form.group.watch')}</h2>
      <div className="ex-form-columns">
        <Form.Item name={['rules', 'leavesMax']} label={t('form.leaves')} extra={t('form.leavesHint')}>
          <InputNumber min={0} max={leavesLimitMax} precision={0} placeholder={t('form.leavesNone')} />
        </Form.Item>
        <PhotoFields />
      </div>
    </section>
  )
}

/** Whether a picture is asked for, what for, and how long it is kept. */
function PhotoFields() {
  const t = useText('exams')
  const check = Form.useWatch<ExamRules['photoCheck']>(['rules', 'photoCheck'], { preserve: true })
  return (
    <>
      <Form.Item
        name={['rules', 'photoCheck']}
        label={t('form.photo')}
        extra={t('form.photoHint')}
        getValueProps={(value: ExamRules['photoCheck']) => ({ checked: Boolean(value) })}
        getValueFromEvent={(isOn: boolean) => (isOn ? { consent: t('form.photoConsentStart'), keepDays: 30 } : null)}
      >
        <Switch />
      </Form.Item>
      {check && (
        <>
          <Form.Item
            name={['rules', 'photoCheck', 'consent']}
            label={t('form.photoConsent')}
            rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
          >
            <Input.TextArea maxLength={consentLengthMax} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
          <Form.Item
            name={['rules', 'photoCheck', 'keepDays']}
            label={t('form.photoDays')}
            rules={[{ required: true, message: t('form.needed') }]}
          >
            <InputNumber min={1} max={photoDaysMax} precision={0} />
          </Form.Item>
          <Form.Item
            name={['rules', 'photoCheck', 'comparesFace']}
            label={t('form.photoFace')}
            extra={t('form.photoFaceHint')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
        </>
      )}
    </>
  )
}

/** Who sits the exam, marks it and watches over it. */
export function PeopleFields({ known }: { known: readonly ChosenMember[] }) {
  const t = useText('exams')
  return (
    <>
      <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
        <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
      </Form.Item>
      <Form.Item name="memberIds" label={t('form.members')} extra={t('form.membersHint')}>
        <MemberIdsPicker label={t('form.chooseMembers')} max={examineesListedMax} known={known} />
      </Form.Item>
      <Form.Item name="graderIds" label={t('form.graders')} extra={t('form.gradersHint')}>
        <MemberIdsPicker label={t('form.chooseMembers')} max={staffMax} known={known} />
      </Form.Item>
      <Form.Item name="invigilatorIds" label={t('form.invigilators')} extra={t('form.invigilatorsHint')}>
        <MemberIdsPicker label={t('form.chooseMembers')} max={staffMax} known={known} />
      </Form.Item>
    </>
  )
}
