import { Suspense } from 'react'
import { FileIdsField } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { antPart } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { SurveyAnswer } from '../../contract/answer.ts'
import { otherId, type SurveyOption, type SurveyQuestion, type SurveyQuestionOf } from '../../contract/content.ts'
import { MatrixField } from './MatrixField.tsx'
import { type FieldOption, OptionsField } from './OptionsField.tsx'
import { ScaleField } from './ScaleField.tsx'
import { NumberInput, SliderField } from './SliderField.tsx'
import { shuffled } from './shuffled.ts'

const RankingField = antPart(() => import('./RankingField.tsx'), ['surveys'])
const DateAnswer = antPart(() => import('./DateAnswer.tsx'), ['surveys'])

export interface AnswerFieldProps<Question extends SurveyQuestion = SurveyQuestion> {
  readonly question: Question
  readonly answer: SurveyAnswer | undefined
  /** Of the respondent: the same seed gives the same order of what is shuffled. */
  readonly seed: string
  /** Names the question in fields without an element that does. */
  readonly label: string
  readonly labelledBy: string
  readonly describedBy: string | undefined
  /** Undefined takes the answer back. */
  readonly onChange: (answer: SurveyAnswer | undefined) => void
}

/** What is answered below the question, of every kind. */
export function AnswerField(props: AnswerFieldProps) {
  const { question, answer, label, onChange, ...naming } = props
  const { seed: _, ...names } = naming
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return <ChoiceAnswer {...props} question={question} />
    case 'dropdown':
      return <DropdownAnswer {...props} question={question} />
    case 'text':
      return <TextAnswer {...props} question={question} />
    case 'number': {
      const { min, max, decimals, unit } = question
      return (
        <span className="sv-slider-number">
          <NumberInput
            {...names}
            {...{ min: min ?? undefined, max: max ?? undefined, step: 10 ** -decimals }}
            value={answer?.kind === 'number' ? answer.value : null}
            onChange={(value) => onChange(value === null ? undefined : { kind: 'number', value })}
          />
          {unit}
        </span>
      )
    }
    case 'slider': {
      const { min, max, step, lowLabel, highLabel } = question
      return (
        <SliderField
          {...names}
          {...{ min, max, step, lowLabel, highLabel }}
          value={answer?.kind === 'slider' ? answer.value : null}
          onChange={(value) => onChange(value === null ? undefined : { kind: 'slider', value })}
        />
      )
    }
    case 'rating':
    case 'nps': {
      const { kind, lowLabel, highLabel } = question
      const [min, max, look] = kind === 'nps' ? ([0, 10, 'number'] as const) : ([1, question.max, 'star'] as const)
      return (
        <ScaleField
          {...names}
          {...{ min, max, look, lowLabel, highLabel }}
          isLikelihood={kind === 'nps'}
          value={answer?.kind === kind ? answer.value : null}
          onChange={(value) => onChange({ kind, value })}
        />
      )
    }
    case 'date':
      return (
        <Suspense fallback={<LoadingState rows={1} />}>
          <DateAnswer
            {...{ label, earliest: question.earliest, latest: question.latest }}
            value={answer?.kind === 'date' ? answer.day : null}
            onChange={(day) => onChange(day === null ? undefined : { kind: 'date', day })}
          />
        </Suspense>
      )
    case 'ranking':
      return (
        <Suspense fallback={<LoadingState rows={question.options.length} />}>
          <RankingField
            {...names}
            options={optionsIn(question, props.seed)}
            order={answer?.kind === 'ranking' ? answer.order : []}
            onChange={(order) => onChange({ kind: 'ranking', order })}
          />
        </Suspense>
      )
    case 'matrix':
      return <MatrixAnswer {...props} question={question} />
    case 'file':
      return (
        <FileIdsField
          max={question.filesMax}
          fileIds={answer?.kind === 'file' ? answer.fileIds : []}
          onChange={(fileIds) => onChange(fileIds.length > 0 ? { kind: 'file', fileIds } : undefined)}
        />
      )
  }
}

interface Shuffling {
  readonly id: string
  readonly options: readonly SurveyOption[]
  readonly shufflesOptions: boolean
}

const optionsIn = ({ id, options, shufflesOptions }: Shuffling, seed: string): readonly FieldOption[] =>
  shufflesOptions ? shuffled(options, seed + id) : options

function ChoiceAnswer(
  props: AnswerFieldProps<SurveyQuestionOf<'single-choice'> | SurveyQuestionOf<'multiple-choice'>>,
) {
  const { question, answer, seed, labelledBy, describedBy, onChange } = props
  const t = useText('surveys')
  const { kind, hasOther } = question
  const given = answer?.kind === kind ? answer : { kind, chosen: [], otherText: '' }
  const options = optionsIn(question, seed)
  const shown = hasOther ? [...options, { id: otherId, text: t('answer.other') }] : options
  return (
    <OptionsField
      {...{ labelledBy, describedBy }}
      isMultiple={kind === 'multiple-choice'}
      options={shown}
      chosen={given.chosen}
      onChange={(chosen) => onChange(chosen.length > 0 ? { ...given, kind, chosen } : undefined)}
      {...(hasOther && {
        other: { id: otherId, text: given.otherText, onText: (otherText) => onChange({ ...given, kind, otherText }) },
      })}
    />
  )
}

function DropdownAnswer({ question, answer, seed, ...props }: AnswerFieldProps<SurveyQuestionOf<'dropdown'>>) {
  const t = useText('surveys')
  const given = answer?.kind === 'dropdown' ? answer : undefined
  const { labelledBy, describedBy, onChange } = props
  const chosen = given?.chosen[0]
  const change = (text: string) =>
    onChange(text === '' ? undefined : { kind: 'dropdown', chosen: [Number(text)], otherText: given?.otherText ?? '' })
  return (
    <div className="sy-column sy-gap-2">
      <select
        className="sv-input"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        value={chosen === undefined ? '' : String(chosen)}
        onChange={({ target }) => change(target.value)}
      >
        <option value="">{t('answer.choosePlease')}</option>
        {optionsIn(question, seed).map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
        {question.hasOther && <option value={otherId}>{t('answer.other')}</option>}
      </select>
      {given && chosen === otherId && (
        <input
          className="sv-input"
          aria-label={t('answer.otherText')}
          placeholder={t('answer.otherText')}
          maxLength={500}
          value={given.otherText}
          onChange={({ target }) => onChange({ ...given, otherText: target.value })}
        />
      )}
    </div>
  )
}

function TextAnswer({
  question,
  answer,
  labelledBy,
  describedBy,
  onChange,
}: AnswerFieldProps<SurveyQuestionOf<'text'>>) {
  const { isLong, lengthMax } = question
  const text = answer?.kind === 'text' ? answer.text : ''
  const field = {
    className: 'sv-input',
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    maxLength: lengthMax,
    value: text,
  }
  const change = (value: string) => onChange(value === '' ? undefined : { kind: 'text', text: value })
  if (!isLong) return <input {...field} onChange={({ target }) => change(target.value)} />
  return (
    <div>
      <textarea {...field} rows={4} onChange={({ target }) => change(target.value)} />
      <p className="sv-typed" aria-hidden="true">
        {text.length} / {lengthMax}
      </p>
    </div>
  )
}

function MatrixAnswer(props: AnswerFieldProps<SurveyQuestionOf<'matrix'>>) {
  const { question, answer, seed, labelledBy, describedBy, onChange } = props
  const t = useText('surveys')
  const { id, mode, rows, columns, ratingMax, shufflesRows } = question
  const given = answer?.kind === 'matrix' ? answer.rows : []
  const stars = Array.from({ length: ratingMax }, (_, at) => ({
    id: at + 1,
    text: t('answer.starShort', { count: at + 1 }),
  }))
  const change = (rowId: number, chosen: number[]) => {
    const others = given.filter((row) => row.rowId !== rowId)
    const next = chosen.length > 0 ? [...others, { rowId, chosen }] : others
    onChange(next.length > 0 ? { kind: 'matrix', rows: next } : undefined)
  }
  return (
    <MatrixField
      {...{ labelledBy, describedBy }}
      rows={shufflesRows ? shuffled(rows, seed + id) : rows}
      columns={mode === 'rating' ? stars : columns}
      isMultiple={mode === 'multiple'}
      cells={Object.fromEntries(given.map(({ rowId, chosen }) => [rowId, chosen]))}
      onChange={change}
    />
  )
}
