import { Button } from 'antd'
import { useId } from 'react'
import { RichText } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { optionsMax, optionsMin, undeterminedOptionsMax } from '../../contract/question.ts'
import { letterOf } from '../question/field.ts'
import { newOption, type OptionDraft } from './draft.ts'
import { Field, Problem } from './Field.tsx'
import type { FieldsProps } from './fields-props.ts'

/** The options of a choice: each can be moved, and marked as right. */
export function OptionsField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  const name = useId()
  const { kind, options } = draft
  const isSingle = kind === 'single-choice'
  const max = kind === 'undetermined-choice' ? undeterminedOptionsMax : optionsMax
  const change = (next: readonly OptionDraft[]) => set({ options: next })
  const markRight = (at: number) =>
    change(
      options.map((option, index) => {
        if (isSingle) return { ...option, isRight: index === at }
        return index === at ? { ...option, isRight: !option.isRight } : option
      }),
    )
  return (
    <Field
      label={t('editor.options')}
      hint={t(`editor.rightHint.${isSingle ? 'one' : 'many'}`)}
      problem={problems.get('right')}
    >
      {() => (
        <>
          <SortableList
            items={options}
            keyOf={({ key }) => key}
            nameOf={(_, at) => t('editor.option', { letter: letterOf(at) })}
            className="qb-lines"
            itemClassName="qb-line"
            onMove={(from, to) => {
              change(withMoved(options, from, to))
              return Promise.resolve()
            }}
            {...(options.length > optionsMin && {
              onRemove: (at: number) => change(options.filter((_, index) => index !== at)),
            })}
          >
            {(option, at, moves) => {
              const letter = letterOf(at)
              const problem = problems.get(`options.${at}`)
              return (
                <>
                  <label className="qb-right" data-right={option.isRight} title={t('editor.right')}>
                    <input
                      type={isSingle ? 'radio' : 'checkbox'}
                      name={name}
                      checked={option.isRight}
                      aria-label={t('editor.rightOf', { letter })}
                      onChange={() => markRight(at)}
                    />
                    <b aria-hidden="true">{letter}</b>
                  </label>
                  <div className="qb-line-text">
                    <RichText
                      size="small"
                      formulas
                      media
                      label={t('editor.option', { letter })}
                      value={option.text}
                      onChange={(text) =>
                        change(options.map((each) => (each.key === option.key ? { ...each, text } : each)))
                      }
                    />
                    <Problem text={problem && t(`problem.${problem}`)} />
                  </div>
                  {moves}
                </>
              )
            }}
          </SortableList>
          <Button
            type="dashed"
            icon={<Icon name="plus" size={16} />}
            disabled={options.length >= max}
            onClick={() => change([...options, newOption()])}
          >
            {t('editor.addOption')}
          </Button>
        </>
      )}
    </Field>
  )
}
