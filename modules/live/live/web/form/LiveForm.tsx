import { Input } from 'antd'
import { useId } from 'react'
import { CoverField } from '#modules/platform/files/web.tsx'
import { MemberPicker } from '#modules/platform/identity/web.tsx'
import { MarkedText } from '#modules/platform/words/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  coverBytesBelow,
  descLengthMax,
  digitsMax,
  lecturerDescLengthMax,
  subjectLengthMax,
} from '../../contract/shapes.ts'
import { LiveCover } from '../parts/LiveCover.tsx'
import { mapLabel } from '../parts/labels.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { describedBy, Field } from './Field.tsx'
import { type FieldName, isPastDay, type Problems } from './rules.ts'
import type { LiveFormValues } from './values.ts'

export type Hits = ReadonlyMap<string, Parameters<typeof MarkedText>[0]['hits']>

interface Props {
  readonly values: LiveFormValues
  readonly problems: Problems
  readonly hits: Hits
  readonly closed: ReadonlySet<FieldName>
  readonly onChange: (change: Partial<LiveFormValues>) => void
}

const modeIcons = { 1: 'audio', 2: 'video', 3: 'users' } as const
const countTo = (max: number) => ({ show: true, max, strategy: (text: string) => [...text].length })
const filledDigits = String(digitsMax).length

/** The fields of a live session (LIVE-039), each with its problem. */
export function LiveForm(props: Props) {
  return (
    <div className="sy-grid sy-gap-5 lv-form">
      <div className="sy-column sy-gap-5 lv-form-main">
        <Basics {...props} />
        <Audience {...props} />
      </div>
      <div className="sy-column sy-gap-5 lv-form-side">
        <Words {...props} />
      </div>
    </div>
  )
}

function useProblem(problems: Problems) {
  const t = useText('live')
  return (name: FieldName) => {
    const problem = problems.get(name)
    return problem && t(`form.problem.${problem.key}`, problem.values)
  }
}

function Basics({ values, problems, hits, closed, onChange }: Props) {
  const t = useText('live')
  const id = useId()
  const problem = useProblem(problems)
  return (
    <>
      <Field
        id={`${id}-subject`}
        label={t('form.subject')}
        problem={problem('subject')}
        marked={<Marked text={values.subject} hits={hits.get('subject')} />}
      >
        <Input
          id={`${id}-subject`}
          data-field="subject"
          size="large"
          value={values.subject}
          placeholder={t('form.subjectHint')}
          count={countTo(subjectLengthMax)}
          disabled={closed.has('subject')}
          {...describedBy(`${id}-subject`, problem('subject'))}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      </Field>
      <ChoiceCards
        legend={t('form.type')}
        value={values.type}
        disabled={closed.has('type')}
        problem={undefined}
        options={([1, 2] as const).map((value) => ({
          value,
          label: mapLabel('live-form-type', value),
          hint: t(`form.type${value}Hint`),
        }))}
        onChange={(type) => onChange({ type })}
      />
      {values.type === 2 && (
        <Field id={`${id}-start`} label={t('form.startTime')} problem={problem('startTime')}>
          <MomentField
            id={`${id}-start`}
            data-field="startTime"
            value={values.startTime}
            placeholder={t('form.startChoose')}
            disabled={closed.has('startTime')}
            disabledDate={(day) => isPastDay(day.endOf('day').valueOf(), Date.now())}
            {...describedBy(`${id}-start`, problem('startTime'))}
            onChange={(startTime) => onChange({ startTime })}
          />
        </Field>
      )}
      <ChoiceCards
        legend={t('form.liveMode')}
        value={values.liveMode}
        disabled={closed.has('liveMode')}
        problem={problem('liveMode')}
        options={([1, 2, 3] as const).map((value) => ({
          value,
          label: mapLabel('live-mode', value),
          hint: t(`form.mode${value}Hint`),
          icon: <Icon name={modeIcons[value]} size={22} />,
        }))}
        onChange={(liveMode) => onChange({ liveMode })}
      />
    </>
  )
}

function Audience({ values, problems, closed, onChange }: Props) {
  const t = useText('live')
  const id = useId()
  const problem = useProblem(problems)
  const digits = (name: 'estimateDuration' | 'planNumber', unit: string, optional?: string) => (
    <Field id={`${id}-${name}`} label={t(`form.${name}`)} problem={problem(name)} {...(optional && { optional })}>
      <Input
        id={`${id}-${name}`}
        data-field={name}
        inputMode="numeric"
        suffix={t(unit)}
        value={values[name]}
        count={{ max: filledDigits, show: false }}
        disabled={closed.has(name)}
        {...describedBy(`${id}-${name}`, problem(name))}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  )
  return (
    <>
      <ChoiceCards
        legend={t('form.shareScope')}
        value={values.shareScope}
        disabled={closed.has('shareScope')}
        problem={problem('shareScope')}
        options={([1, 2, 3, 4] as const).map((value) => ({
          value,
          label: mapLabel('share-scope', value),
          ...(value === 4 && { hint: t('form.scope4Hint') }),
        }))}
        onChange={(shareScope) => onChange({ shareScope })}
      />
      {values.shareScope === 4 && <AudienceFields {...{ values, problems, closed, onChange }} />}
      <ChoiceCards
        legend={t('form.executionMode')}
        value={values.executionMode}
        disabled={closed.has('executionMode')}
        problem={problem('executionMode')}
        options={([0, 1, 2] as const).map((value) => ({
          value,
          label: mapLabel('execution-mode', value),
          hint: t(`form.executionHint.${value}`),
        }))}
        onChange={(executionMode) => onChange({ executionMode })}
      />
      <div className="sy-grid sy-gap-4 lv-field-pair">
        {digits('estimateDuration', 'form.minutesUnit')}
        {digits('planNumber', 'form.peopleUnit', t('form.optional'))}
      </div>
    </>
  )
}

function Words({ values, problems, hits, closed, onChange }: Props) {
  const t = useText('live')
  const kit = useText('kit')
  const id = useId()
  const problem = useProblem(problems)
  const words = (name: 'desc' | 'lecturerDesc', max: number, rows: number) => (
    <Field
      id={`${id}-${name}`}
      label={t(`form.${name}`)}
      optional={t('form.optional')}
      problem={problem(name)}
      marked={<Marked text={values[name]} hits={hits.get(name)} />}
    >
      <Input.TextArea
        id={`${id}-${name}`}
        data-field={name}
        rows={rows}
        value={values[name]}
        count={countTo(max)}
        disabled={closed.has(name)}
        {...describedBy(`${id}-${name}`, problem(name))}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  )
  return (
    <>
      <fieldset className="sy-column sy-gap-2 lv-field lv-cover-field">
        <legend>
          {t('form.cover')}
          <small>{t('form.optional')}</small>
        </legend>
        <CoverField
          chosen={values.cover !== ''}
          hint={t('form.coverHint')}
          bytesLimit={coverBytesBelow}
          tooLarge={kit('ui.only-under-500kb')}
          disabled={closed.has('cover')}
          onChange={(file) => onChange({ cover: file?.id ?? '', coverPath: file?.path ?? '' })}
        >
          <LiveCover subject={values.subject} path={values.coverPath} />
        </CoverField>
      </fieldset>
      {words('desc', descLengthMax, 3)}
      <Field
        id={`${id}-lecturers`}
        label={t('form.lecturers')}
        optional={t('form.optional')}
        problem={problem('lecturers')}
      >
        <MemberPicker
          id={`${id}-lecturers`}
          label={t('form.lecturersHint')}
          value={values.lecturers}
          disabled={closed.has('lecturers')}
          status={problem('lecturers') ? 'error' : undefined}
          describedBy={problem('lecturers') && `${id}-lecturers-problem`}
          onChange={(lecturers) => onChange({ lecturers })}
        />
      </Field>
      {words('lecturerDesc', lecturerDescLengthMax, 4)}
    </>
  )
}

/** The sensitive words, marked in the entered text. */
function Marked({ text, hits }: { text: string; hits: Parameters<typeof MarkedText>[0]['hits'] | undefined }) {
  if (!hits || hits.length === 0) return null
  return (
    <p className="lv-marked">
      <MarkedText text={text} hits={hits} />
    </p>
  )
}
