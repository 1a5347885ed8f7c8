import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { RichText } from '#modules/content/catalog/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { identity } from '#modules/platform/identity/contract.ts'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { MomentField } from '#web/ui/DateFields.tsx'
import { type EditedSurvey, type SurveyInput, surveySummaryLengthMax } from '../../contract/authoring.ts'
import type { SurveyContent } from '../../contract/content.ts'
import { AnswerPromise } from '../respondent/AnswerPromise.tsx'
import { GuestLink } from './GuestLink.tsx'

interface Props {
  readonly survey: EditedSurvey
  readonly draft: SurveyInput
  readonly onChange: (part: Partial<SurveyInput>) => void
}

/** What a survey says of itself, when it is open, and what respondents are promised. */
export function SettingsFields({ survey, draft, onChange }: Props) {
  const t = useText('surveys')
  const { content } = draft
  const set = (part: Partial<SurveyContent>) => onChange({ content: { ...content, ...part } })
  return (
    <Form className="sb-form" layout="vertical" requiredMark={false} component="div">
      <section className="sy-card">
        <h2 className="sb-heading">{t('form.promise')}</h2>
        <Form.Item extra={survey.isPromised ? t('form.promiseFixed') : t('form.promiseHint')}>
          <Radio.Group
            aria-label={t('form.promise')}
            disabled={survey.isPromised}
            value={content.isAnonymous}
            options={[
              { value: true, label: t('list.anonymous') },
              { value: false, label: t('list.named') },
            ]}
            onChange={({ target }) => set({ isAnonymous: target.value as boolean })}
          />
        </Form.Item>
        {content.isAnonymous && (
          <Form.Item label={t('form.minimumGroup')} extra={t('form.minimumGroupHint')} htmlFor="survey-minimum">
            <InputNumber<number>
              id="survey-minimum"
              {...{ min: 5, max: 100, precision: 0 }}
              disabled={survey.isPromised}
              value={content.minimumGroup}
              onChange={(minimumGroup) => minimumGroup !== null && set({ minimumGroup })}
            />
          </Form.Item>
        )}
        <AnswerPromise isAnonymous={content.isAnonymous} minimumGroup={content.minimumGroup} isGuest={false} />
      </section>
      <section className="sy-card">
        <h2 className="sb-heading">{t('form.window')}</h2>
        <div className="sb-columns">
          {(['startAt', 'endAt'] as const).map((end) => (
            <Form.Item key={end} label={t(`form.${end}`)} htmlFor={`survey-${end}`} extra={t(`form.${end}Hint`)}>
              <MomentField id={`survey-${end}`} value={content[end]} onChange={(instant) => set({ [end]: instant })} />
            </Form.Item>
          ))}
        </div>
      </section>
      <section className="sy-card">
        <h2 className="sb-heading">{t('form.texts')}</h2>
        <Form.Item label={t('form.summary')} htmlFor="survey-summary">
          <Input.TextArea
            id="survey-summary"
            maxLength={surveySummaryLengthMax}
            showCount
            autoSize={{ minRows: 2, maxRows: 4 }}
            value={draft.summary}
            onChange={({ target }) => onChange({ summary: target.value })}
          />
        </Form.Item>
        {(['introduction', 'closing'] as const).map((text) => (
          <Form.Item key={text} label={t(`form.${text}`)}>
            <RichText
              size="medium"
              label={t(`form.${text}`)}
              value={content[text]}
              onChange={(html) => set({ [text]: html })}
            />
          </Form.Item>
        ))}
        <Form.Item label={t('form.cover')}>
          <CoverField
            chosen={draft.coverFileId !== null}
            hint={t('form.coverHint')}
            tooLarge={t('form.coverTooLarge')}
            onChange={(file) => onChange({ coverFileId: file?.id ?? null })}
          >
            <Cover name={draft.name} url={draft.coverFileId === null ? null : `files/${draft.coverFileId}`} titled />
          </CoverField>
        </Form.Item>
      </section>
    </Form>
  )
}

/** Who is asked: members by organization, position and name, and guests by a link. */
export function AudienceFields({ survey, draft, onChange }: Props) {
  const t = useText('surveys')
  const { content } = draft
  return (
    <Form className="sb-form" layout="vertical" requiredMark={false} component="div">
      <section className="sy-card">
        <h2 className="sb-heading">{t('form.audience')}</h2>
        <p className="sy-note sb-hint">{t('form.audienceHint')}</p>
        <Form.Item label={t('form.organizations')} htmlFor="survey-organizations">
          <OrganizationPicker
            id="survey-organizations"
            multiple
            allowClear
            max={100}
            label={t('form.everybody')}
            value={draft.organizationIds}
            onChange={(organizationIds) => onChange({ organizationIds })}
          />
        </Form.Item>
        <Form.Item label={t('form.positions')} htmlFor="survey-positions">
          <Positions
            known={survey.positions}
            value={draft.positionIds}
            onChange={(positionIds) => onChange({ positionIds })}
          />
        </Form.Item>
        <Form.Item label={t('form.members')}>
          <MemberIdsPicker
            label={t('form.members')}
            max={1000}
            known={survey.members}
            value={draft.memberIds}
            onChange={(memberIds) => onChange({ memberIds })}
          />
        </Form.Item>
      </section>
      <section className="sy-card">
        <h2 className="sb-heading">{t('guest.title')}</h2>
        <Form.Item label={t('guest.allow')} htmlFor="survey-guests" extra={t('guest.allowHint')}>
          <Switch
            id="survey-guests"
            checked={content.allowsGuests}
            onChange={(allowsGuests) => onChange({ content: { ...content, allowsGuests } })}
          />
        </Form.Item>
        {content.allowsGuests && <GuestLink survey={survey} />}
      </section>
    </Form>
  )
}

interface PositionsProps {
  readonly known: readonly { readonly id: string; readonly name: string }[]
  readonly value: readonly string[]
  readonly onChange: (positionIds: string[]) => void
}

function Positions({ known, value, onChange }: PositionsProps) {
  const t = useText('surveys')
  const { data, isLoading } = useQuery(q(identity.listPositions, { query: { pageSize: 100 } }, { quiet: true }))
  const names = new Map([...known, ...(data?.items ?? [])].map(({ id, name }) => [id, name]))
  return (
    <Select<string[]>
      id="survey-positions"
      mode="multiple"
      allowClear
      loading={isLoading}
      maxCount={100}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('form.positionsNone')}
      options={[...names].map(([id, name]) => ({ value: id, label: name }))}
      value={[...value]}
      onChange={onChange}
    />
  )
}
