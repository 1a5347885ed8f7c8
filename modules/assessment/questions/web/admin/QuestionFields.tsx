import { Checkbox, Input, InputNumber, Radio } from 'antd'
import type { ReactNode } from 'react'
import { RichText } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { fileFormats, type PartialRule, partialRules, type QuestionKind } from '../../contract/question.ts'
import { BlanksField } from './BlanksField.tsx'
import { Field } from './Field.tsx'
import type { FieldsProps } from './fields-props.ts'
import { ItemsField, PairsField } from './LinesField.tsx'
import { OptionsField } from './OptionsField.tsx'

const withBlanks: readonly QuestionKind[] = ['fill-in', 'cloze']
/** The rules of partial credit that a kind offers. */
const rulesOf: Partial<Record<QuestionKind, readonly PartialRule[]>> = {
  'multiple-choice': partialRules,
  'undetermined-choice': partialRules,
  'fill-in': partialRules,
  cloze: partialRules,
  matching: partialRules,
  ordering: ['none', 'each'],
}

/** The fields of a question of any kind but a group: stem, what is answered with its key, partial credit, explanation. */
export function QuestionFields(props: FieldsProps) {
  const { draft, set } = props
  const t = useText('questions')
  const rules = rulesOf[draft.kind]
  return (
    <>
      <StemField {...props} />
      {keyFields(props)}
      {rules && (
        <Field label={t('editor.partial')}>
          {() => (
            <Radio.Group
              className="qb-rules"
              aria-label={t('editor.partial')}
              value={rules.includes(draft.partial) ? draft.partial : 'each'}
              onChange={({ target }) => set({ partial: target.value as PartialRule })}
            >
              {rules.map((rule) => (
                <Radio key={rule} value={rule}>
                  {t(`partial.${rule}`)}
                  <small>{t(ruleHint(draft.kind, rule))}</small>
                </Radio>
              ))}
            </Radio.Group>
          )}
        </Field>
      )}
      <ExplanationField {...props} />
    </>
  )
}

/** The rule in words, as it applies to the kind. */
function ruleHint(kind: QuestionKind, rule: PartialRule): string {
  if (rule !== 'each') return `partialHint.${rule}`
  if (kind === 'ordering') return 'partialHint.each-ordering'
  return kind === 'multiple-choice' || kind === 'undetermined-choice' ? 'partialHint.each-choice' : 'partialHint.each'
}

export function ExplanationField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  return (
    <Field label={t('editor.explanation')} hint={t('editor.explanationHint')} problem={problems.get('explanation')}>
      {() => (
        <RichText
          size="small"
          formulas
          media
          label={t('editor.explanation')}
          value={draft.explanation}
          onChange={(explanation) => set({ explanation })}
        />
      )}
    </Field>
  )
}

export function StemField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  const label = t(draft.kind === 'group' ? 'editor.groupStem' : 'editor.stem')
  return (
    <Field
      label={label}
      hint={withBlanks.includes(draft.kind) ? t('editor.blankStemHint') : undefined}
      problem={problems.get('stem')}
    >
      {(problemId) => (
        <RichText
          size="medium"
          formulas
          media
          label={label}
          value={draft.stem}
          onChange={(stem) => set({ stem })}
          {...(problemId !== undefined && { problemId })}
        />
      )}
    </Field>
  )
}

function keyFields(props: FieldsProps): ReactNode {
  switch (props.draft.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
      return <OptionsField {...props} />
    case 'true-false':
      return <TrueFalseField {...props} />
    case 'fill-in':
    case 'cloze':
      return <BlanksField {...props} />
    case 'matching':
      return <PairsField {...props} />
    case 'ordering':
      return <ItemsField {...props} />
    case 'numeric':
      return <NumericFields {...props} />
    case 'short-answer':
      return <OpenFields {...props} />
    case 'file-answer':
      return <FileFields {...props} />
    case 'group':
      return null
  }
}

function TrueFalseField({ draft, set }: FieldsProps) {
  const t = useText('questions')
  return (
    <Field label={t('editor.key')}>
      {() => (
        <Radio.Group
          aria-label={t('editor.key')}
          value={draft.isTrue}
          onChange={({ target }) => set({ isTrue: target.value as boolean })}
        >
          <Radio value={true}>{t('view.true')}</Radio>
          <Radio value={false}>{t('view.false')}</Radio>
        </Radio.Group>
      )}
    </Field>
  )
}

function NumericFields({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  const inputs = [
    ['answer', t('editor.number')],
    ['tolerance', t('editor.tolerance')],
  ] as const
  return (
    <div className="qb-short">
      {inputs.map(([name, label]) => (
        <Field key={name} label={label} problem={problems.get(name)}>
          {(problemId) => (
            <Input
              value={draft[name]}
              inputMode="decimal"
              maxLength={40}
              aria-label={label}
              addonBefore={name === 'tolerance' ? '±' : undefined}
              status={problemId && 'error'}
              aria-describedby={problemId}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('editor.unit')}>
        {() => (
          <Input
            value={draft.unit}
            maxLength={20}
            aria-label={t('editor.unit')}
            placeholder={t('editor.unitHint')}
            onChange={({ target }) => set({ unit: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function ReferenceField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  return (
    <Field label={t('editor.reference')} hint={t('editor.referenceHint')} problem={problems.get('reference')}>
      {() => (
        <RichText
          size="small"
          formulas
          media
          label={t('editor.reference')}
          value={draft.reference}
          onChange={(reference) => set({ reference })}
        />
      )}
    </Field>
  )
}

function OpenFields(props: FieldsProps) {
  const { draft, set } = props
  const t = useText('questions')
  return (
    <>
      <ReferenceField {...props} />
      <Field label={t('editor.lengthMax')}>
        {() => (
          <InputNumber
            aria-label={t('editor.lengthMax')}
            min={1}
            max={20_000}
            precision={0}
            value={draft.lengthMax}
            onChange={(lengthMax) => lengthMax !== null && set({ lengthMax })}
          />
        )}
      </Field>
    </>
  )
}

function FileFields(props: FieldsProps) {
  const { draft, set, problems } = props
  const t = useText('questions')
  return (
    <>
      <ReferenceField {...props} />
      <div className="qb-short">
        <Field label={t('editor.filesMax')}>
          {() => (
            <InputNumber
              aria-label={t('editor.filesMax')}
              min={1}
              max={10}
              precision={0}
              value={draft.filesMax}
              onChange={(filesMax) => filesMax !== null && set({ filesMax })}
            />
          )}
        </Field>
        <Field label={t('editor.formats')} problem={problems.get('formats')}>
          {() => (
            <Checkbox.Group
              aria-label={t('editor.formats')}
              value={[...draft.formats]}
              options={fileFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
              onChange={(formats) => set({ formats })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
