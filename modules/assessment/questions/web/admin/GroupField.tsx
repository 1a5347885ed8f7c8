import { Button, Dropdown, InputNumber, Select } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { groupPartsMax, type SimpleKind, simpleKinds } from '../../contract/question.ts'
import { newPart, type PartDraft, scoreOfParts } from './draft.ts'
import { problemsBelow } from './draft-problems.ts'
import { Field } from './Field.tsx'
import type { FieldsProps } from './fields-props.ts'
import { QuestionFields } from './QuestionFields.tsx'

/** The sub-questions of a group, each with its kind and score. */
export function GroupField({ draft, set, problems }: FieldsProps) {
  const t = useText('questions')
  const { parts } = draft
  const change = (next: readonly PartDraft[]) => set({ parts: next })
  const edit = (key: string, part: Partial<PartDraft>) =>
    change(parts.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const kinds = simpleKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))
  return (
    <Field
      label={t('editor.parts')}
      hint={t('editor.partsSum', { count: scoreOfParts(draft) / 10 })}
      problem={problems.get('parts')}
    >
      {() => (
        <>
          <SortableList
            items={parts}
            keyOf={({ key }) => key}
            nameOf={(_, at) => t('view.part', { number: at + 1 })}
            className="qb-parts"
            itemClassName="qb-part"
            onMove={(from, to) => {
              change(withMoved(parts, from, to))
              return Promise.resolve()
            }}
            {...(parts.length > 1 && { onRemove: (at: number) => change(parts.filter((_, index) => index !== at)) })}
          >
            {({ key, scoreTenths, draft: part }, at, moves) => (
              <>
                <div className="qb-part-head">
                  <strong>{t('view.part', { number: at + 1 })}</strong>
                  <Select<SimpleKind>
                    aria-label={t('editor.partKind', { number: at + 1 })}
                    value={part.kind as SimpleKind}
                    options={kinds}
                    popupMatchSelectWidth={false}
                    onChange={(kind) => edit(key, { draft: { ...part, kind } })}
                  />
                  <InputNumber
                    className="qb-part-score"
                    aria-label={t('editor.partScore', { number: at + 1 })}
                    addonAfter={t('editor.pointsUnit')}
                    min={0}
                    max={100}
                    step={0.5}
                    precision={1}
                    value={scoreTenths / 10}
                    onChange={(points) => points !== null && edit(key, { scoreTenths: Math.round(points * 10) })}
                  />
                  {moves}
                </div>
                <QuestionFields
                  draft={part}
                  set={(changed) => edit(key, { draft: { ...part, ...changed } })}
                  problems={problemsBelow(problems, `parts.${at}.content`)}
                />
              </>
            )}
          </SortableList>
          <Dropdown
            trigger={['click']}
            disabled={parts.length >= groupPartsMax}
            menu={{
              items: simpleKinds.map((kind) => ({
                key: kind,
                label: t(`kind.${kind}`),
                onClick: () => change([...parts, newPart(kind)]),
              })),
            }}
          >
            <Button type="dashed" icon={<Icon name="plus" size={16} />}>
              {t('editor.addPart')}
            </Button>
          </Dropdown>
        </>
      )}
    </Field>
  )
}
