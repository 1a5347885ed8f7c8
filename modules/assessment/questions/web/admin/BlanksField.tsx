import { Button, Checkbox, Input, Radio, Segmented } from 'antd'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { answerLengthMax, optionsMax } from '../../contract/question.ts'
import { type BlankDraft, shownBlanks } from './draft.ts'
import { type DraftProblems, problemsBelow } from './draft-problems.ts'
import { Field, Problem } from './Field.tsx'
import type { FieldsProps } from './fields-props.ts'

/** What belongs into the blanks of the stem: a line for each of them. */
export function BlanksField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  const isCloze = draft.kind === 'cloze'
  const blanks = shownBlanks(draft)
  const change = (at: number, part: Partial<BlankDraft>) => {
    const next = blanks.map((blank, index) => (index === at ? { ...blank, ...part } : blank))
    // What was written for blanks that the stem has no more comes back with them.
    set({ blanks: [...next, ...draft.blanks.slice(next.length)] })
  }
  return (
    <Field label={t('editor.blanks')} hint={t('editor.blanksHint')}>
      {() => (
        <>
          {blanks.length === 0 && <p className="qb-none">{t('editor.noBlanks')}</p>}
          <ol className="qb-lines">
            {blanks.map((blank, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: blanks are known by their place in the stem.
              <li key={at} className="qb-line">
                <b className="qb-number">{at + 1}</b>
                <div className="qb-line-text">
                  <BlankFields
                    number={at + 1}
                    blank={blank}
                    canChoose={isCloze}
                    problems={problemsBelow(problems, `${isCloze ? 'gaps' : 'blanks'}.${at}`)}
                    onChange={(part) => change(at, part)}
                  />
                </div>
              </li>
            ))}
          </ol>
          <p className="sy-row sy-wrap sy-gap-4">
            {!isCloze && blanks.length > 1 && (
              <Checkbox checked={draft.anyOrder} onChange={({ target }) => set({ anyOrder: target.checked })}>
                {t('editor.anyOrder')}
              </Checkbox>
            )}
            <Checkbox checked={draft.ignoreCase} onChange={({ target }) => set({ ignoreCase: target.checked })}>
              {t('editor.ignoreCase')}
            </Checkbox>
          </p>
        </>
      )}
    </Field>
  )
}

interface BlankProps {
  readonly number: number
  readonly blank: BlankDraft
  readonly canChoose: boolean
  readonly problems: DraftProblems
  readonly onChange: (part: Partial<BlankDraft>) => void
}

function BlankFields(props: BlankProps) {
  const { number, blank, canChoose, onChange } = props
  const t = useText('questions')
  const isChoice = blank.choices.length > 0
  return (
    <div className="sy-column sy-gap-2">
      {canChoose && (
        <Segmented
          size="small"
          aria-label={t('editor.gapOf', { number })}
          value={isChoice ? 'choose' : 'type'}
          options={(['type', 'choose'] as const).map((value) => ({ value, label: t(`editor.gap.${value}`) }))}
          onChange={(value) =>
            onChange(value === 'choose' ? { choices: [blank.answer, ''], right: 0 } : { choices: [] })
          }
        />
      )}
      {isChoice ? <ChoiceFields {...props} /> : <TypedFields {...props} />}
    </div>
  )
}

function TypedFields({ number, blank, problems, onChange }: BlankProps) {
  const t = useText('questions')
  const id = useId()
  const problem = problems.get('answer')
  const isNumber = blank.tolerance !== ''
  return (
    <>
      <Input
        value={blank.answer}
        maxLength={answerLengthMax}
        aria-label={t('editor.answerOf', { number })}
        placeholder={t('editor.answerHint')}
        status={problem && 'error'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        onChange={({ target }) => onChange({ answer: target.value })}
      />
      <Problem id={id} text={problem && t(`problem.${problem}`)} />
      <p className="sy-row sy-wrap sy-gap-2">
        <Checkbox checked={isNumber} onChange={({ target }) => onChange({ tolerance: target.checked ? '0' : '' })}>
          {t('editor.isNumber')}
        </Checkbox>
        {isNumber && (
          <Input
            size="small"
            className="qb-tolerance"
            addonBefore="±"
            value={blank.tolerance}
            inputMode="decimal"
            aria-label={t('editor.toleranceOf', { number })}
            onChange={({ target }) => onChange({ tolerance: target.value.trim() === '' ? '0' : target.value })}
          />
        )}
      </p>
    </>
  )
}

function ChoiceFields({ number, blank, problems, onChange }: BlankProps) {
  const t = useText('questions')
  const { choices, right } = blank
  const remove = (at: number) =>
    onChange({
      choices: choices.filter((_, index) => index !== at),
      right: right > at ? right - 1 : right === at ? 0 : right,
    })
  return (
    <Radio.Group
      className="qb-gap-options"
      value={right}
      aria-label={t('editor.gapRight', { number })}
      onChange={({ target }) => onChange({ right: target.value as number })}
    >
      {choices.map((text, at) => {
        const problem = problems.get(`options.${at}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the options of a gap stay where they are while they are typed.
          <div key={at}>
            <span className="sy-row sy-gap-2">
              <Radio value={at} aria-label={t('editor.gapRightOf', { number, option: at + 1 })} />
              <Input
                value={text}
                maxLength={200}
                aria-label={t('editor.gapOption', { number, option: at + 1 })}
                status={problem && 'error'}
                onChange={({ target }) =>
                  onChange({ choices: choices.map((each, index) => (index === at ? target.value : each)) })
                }
              />
              <Button
                type="text"
                danger
                disabled={choices.length <= 2}
                aria-label={t('editor.removeGapOption', { number, option: at + 1 })}
                icon={<Icon name="close" size={16} />}
                onClick={() => remove(at)}
              />
            </span>
            <Problem text={problem && t(`problem.${problem}`)} />
          </div>
        )
      })}
      <Button
        size="small"
        type="dashed"
        disabled={choices.length >= optionsMax}
        onClick={() => onChange({ choices: [...choices, ''] })}
      >
        {t('editor.addOption')}
      </Button>
    </Radio.Group>
  )
}
