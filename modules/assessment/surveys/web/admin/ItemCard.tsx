import { Button, Dropdown, Input, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { FixedQuestion } from '../../contract/authoring.ts'
import { questionKinds, type SurveyContent, type SurveyItem } from '../../contract/content.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { clausesOf, questionsBefore } from './clauses.ts'
import { withKind } from './draft.ts'
import type { DraftProblem } from './draft-problems.ts'
import { ItemFields } from './ItemFields.tsx'
import { PipedInput } from './PipedInput.tsx'
import { writtenText } from './piping.ts'
import { useStarters } from './use-starters.ts'

interface Props {
  readonly item: SurveyItem
  readonly content: SurveyContent
  readonly numbers: ReadonlyMap<string, number>
  readonly problems: readonly DraftProblem[]
  readonly isOpen: boolean
  /** It was published: its kind and scale stay, and numbers up to these are not given again. */
  readonly taken: FixedQuestion['taken'] | undefined
  /** The grip and the buttons that move it. */
  readonly moves: ReactNode
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (item: SurveyItem) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onMoveTo: (pageId: string) => void
}

/** A question of the builder: a line that opens into its fields. */
export function ItemCard(props: Props) {
  const { item, content, numbers, problems, isOpen, moves, onOpen, onDuplicate, onRemove, onMoveTo } = props
  const t = useText('surveys')
  const id = useId()
  const number = numbers.get(item.id)
  const title = writtenText(item.title, numbers).trim() || t('builder.untitled')
  const pages = content.pages.map((page, at) => ({
    id: page.id,
    name: page.title || t('answer.page', { count: at + 1 }),
  }))
  const here = content.pages.find(({ items }) => items.some((each) => each.id === item.id))?.id
  const menu = [
    { key: 'duplicate', label: t('builder.duplicate'), onClick: onDuplicate },
    ...(pages.length > 1
      ? [
          {
            key: 'move',
            label: t('builder.moveTo'),
            children: pages
              .filter((page) => page.id !== here)
              .map((page) => ({ key: page.id, label: page.name, onClick: () => onMoveTo(page.id) })),
          },
        ]
      : []),
    { key: 'remove', label: t('builder.remove'), danger: true, onClick: onRemove },
  ]
  const needsAnswer = item.kind !== 'heading' && item.isRequired
  return (
    <article className="sb-item" data-open={isOpen} data-wrong={problems.length > 0} data-item={item.id}>
      <div className="sb-item-head">
        <button
          type="button"
          className="sb-item-name"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!isOpen)}
        >
          <span className="sb-number">{number === undefined ? '¶' : `Q${number}`}</span>
          <span className="sb-item-title">
            {title}
            {needsAnswer && <span className="sb-required"> *</span>}
            <small>
              {t(`kind.${item.kind}`)}
              {item.visibleIf !== null && (
                <span className="sb-chip">
                  <Icon name="route" size={14} />
                  {t('builder.conditional', { count: clausesOf(item.visibleIf)?.clauses.length ?? 1 })}
                </span>
              )}
              {problems.length > 0 && (
                <span className="sb-chip sb-chip-wrong">
                  <Icon name="alert" size={14} />
                  {t(`draftProblem.${problems[0]}`)}
                </span>
              )}
            </small>
          </span>
        </button>
        {moves}
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: menu }}>
          <Button type="text" icon={<Icon name="more" size={18} />} aria-label={t('builder.more', { name: title })} />
        </Dropdown>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <ItemEditor {...props} />}
      </div>
    </article>
  )
}

/** What of a published question stays. */
function fixedBy({ kind }: SurveyItem): 'kind' | 'options' | 'order' | 'scale' {
  if (kind === 'ranking') return 'order'
  if (kind === 'rating' || kind === 'slider') return 'scale'
  return ['single-choice', 'multiple-choice', 'dropdown', 'matrix'].includes(kind) ? 'options' : 'kind'
}

function ItemEditor({ item, content, numbers, problems, taken, onChange }: Props) {
  const t = useText('surveys')
  const starters = useStarters()
  const earlier = questionsBefore(content, item)
  const requiredId = useId()
  const set = (part: object) => onChange({ ...item, ...part } as SurveyItem)
  return (
    <div className="sb-item-body">
      <PipedInput
        label={t(item.kind === 'heading' ? 'builder.headingTitle' : 'builder.title')}
        value={item.title}
        isWrong={problems.includes('title')}
        autoFocus={item.title === ''}
        {...{ numbers, earlier }}
        onChange={(title) => set({ title })}
      />
      <Input.TextArea
        aria-label={t('builder.description')}
        placeholder={t('builder.description')}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={2000}
        value={item.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      {item.kind !== 'heading' && (
        <div className="sb-settings">
          <span className="sb-inline-field">
            <span className="sb-label">{t('builder.kind')}</span>
            <Select
              aria-label={t('builder.kind')}
              disabled={taken !== undefined}
              value={item.kind}
              options={questionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
              onChange={(kind) => onChange(withKind(item, kind, starters))}
            />
          </span>
          <span className="sb-inline-field">
            <label htmlFor={requiredId}>{t('builder.required')}</label>
            <Switch
              id={requiredId}
              size="small"
              checked={item.isRequired}
              onChange={(isRequired) => set({ isRequired })}
            />
          </span>
        </div>
      )}
      {taken && <p className="sy-note">{t(`builder.fixed.${fixedBy(item)}`)}</p>}
      <ItemFields {...{ item, taken, onChange }} showsWrong={problems.includes('option')} />
      <ConditionEditor
        lead={t('condition.showWhen')}
        condition={item.visibleIf}
        {...{ earlier, numbers }}
        onChange={(visibleIf) => set({ visibleIf })}
      />
      {problems.map((problem) => (
        <p key={problem} className="sb-problem">
          <Icon name="alert" size={16} />
          {t(`draftProblem.${problem}`)}
        </p>
      ))}
    </div>
  )
}
