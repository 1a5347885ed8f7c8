import { Button } from 'antd'
import type { ReactNode } from 'react'
import { RichText } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { pairsMax } from '../../contract/question.ts'
import { type Line, newLine, newPair, type PairDraft } from './draft.ts'
import type { DraftProblem } from './draft-problems.ts'
import { Field, Problem } from './Field.tsx'
import type { FieldsProps } from './fields-props.ts'

const LINES_MIN = 2

interface KeyedProps<Item extends { readonly key: string }> {
  readonly items: readonly Item[]
  readonly onChange: (items: readonly Item[]) => void
  readonly itemLabel: (number: number) => string
  readonly min: number
  readonly add: { readonly label: string; readonly make: () => Item }
  readonly children: (item: Item, at: number, change: (part: Partial<Item>) => void) => ReactNode
}

/** Lines that can be moved, added and taken away. */
function KeyedLines<Item extends { readonly key: string }>(props: KeyedProps<Item>) {
  const { items, onChange, itemLabel, min, add, children } = props
  return (
    <>
      <SortableList
        items={items}
        keyOf={({ key }) => key}
        nameOf={(_, at) => itemLabel(at + 1)}
        className="qb-lines"
        itemClassName="qb-line"
        onMove={(from, to) => {
          onChange(withMoved(items, from, to))
          return Promise.resolve()
        }}
        {...(items.length > min && { onRemove: (at: number) => onChange(items.filter((_, index) => index !== at)) })}
      >
        {(item, at, moves) => (
          <>
            <b className="qb-number">{at + 1}</b>
            <div className="qb-line-text">
              {children(item, at, (part) =>
                onChange(items.map((each) => (each.key === item.key ? { ...each, ...part } : each))),
              )}
            </div>
            {moves}
          </>
        )}
      </SortableList>
      <Button
        type="dashed"
        icon={<Icon name="plus" size={16} />}
        disabled={items.length >= pairsMax}
        onClick={() => onChange([...items, add.make()])}
      >
        {add.label}
      </Button>
    </>
  )
}

interface LineProps {
  readonly label: string
  readonly text: string
  readonly problem: DraftProblem | undefined
  readonly onChange: (text: string) => void
}

function LineText({ label, text, problem, onChange }: LineProps) {
  const t = useText('questions')
  return (
    <div>
      <RichText size="small" formulas media label={label} value={text} onChange={onChange} />
      <Problem text={problem && t(`problem.${problem}`)} />
    </div>
  )
}

/** The items of an ordering, in the right order. */
export function ItemsField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  return (
    <Field label={t('editor.items')} hint={t('editor.itemsHint')}>
      {() => (
        <KeyedLines<Line>
          items={draft.items}
          onChange={(items) => set({ items })}
          itemLabel={(number) => t('editor.item', { number })}
          min={LINES_MIN}
          add={{ label: t('editor.addItem'), make: () => newLine() }}
        >
          {(item, at, change) => (
            <LineText
              label={t('editor.item', { number: at + 1 })}
              text={item.text}
              problem={problems.get(`items.${at}`)}
              onChange={(text) => change({ text })}
            />
          )}
        </KeyedLines>
      )}
    </Field>
  )
}

/** The pairs of a matching, and what belongs to none. */
export function PairsField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  return (
    <>
      <Field label={t('editor.pairs')} hint={t('editor.pairsHint')}>
        {() => (
          <KeyedLines<PairDraft>
            items={draft.pairs}
            onChange={(pairs) => set({ pairs })}
            itemLabel={(number) => t('editor.pair', { number })}
            min={LINES_MIN}
            add={{ label: t('editor.addPair'), make: () => newPair() }}
          >
            {(pair, at, change) => (
              <div className="qb-pair">
                {(['left', 'right'] as const).map((side) => (
                  <LineText
                    key={side}
                    label={t(`editor.pairOf.${side}`, { number: at + 1 })}
                    text={pair[side]}
                    problem={problems.get(`pairs.${at}.${side}`)}
                    onChange={(text) => change({ [side]: text })}
                  />
                ))}
              </div>
            )}
          </KeyedLines>
        )}
      </Field>
      <Field label={t('editor.extra')} hint={t('editor.extraHint')}>
        {() => (
          <KeyedLines<Line>
            items={draft.extra}
            onChange={(extra) => set({ extra })}
            itemLabel={(number) => t('editor.extraOf', { number })}
            min={0}
            add={{ label: t('editor.addExtra'), make: () => newLine() }}
          >
            {(line, at, change) => (
              <LineText
                label={t('editor.extraOf', { number: at + 1 })}
                text={line.text}
                problem={problems.get(`extra.${at}`)}
                onChange={(text) => change({ text })}
              />
            )}
          </KeyedLines>
        )}
      </Field>
    </>
  )
}
