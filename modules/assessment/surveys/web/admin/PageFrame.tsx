import { Button, Dropdown, Input } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import {
  questionKinds,
  questionsMax,
  type SurveyContent,
  type SurveyItem,
  type SurveyPage,
} from '../../contract/content.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { questionsBefore } from './clauses.ts'
import type { ItemKind } from './draft.ts'
import type { DraftProblem } from './draft-problems.ts'

interface Props {
  readonly page: SurveyPage
  readonly number: number
  readonly count: number
  readonly content: SurveyContent
  readonly numbers: ReadonlyMap<string, number>
  readonly problems: readonly DraftProblem[]
  readonly onChange: (part: Partial<SurveyPage>) => void
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
  readonly onAdd: (kind: ItemKind) => void
  readonly onMoveItem: (from: number, to: number) => void
  readonly children: (item: SurveyItem, moves: ReactNode) => ReactNode
}

/** A page of the builder: its title, when it is shown, its questions in order, and what can be added. */
export function PageFrame(props: Props) {
  const { page, number, count, content, numbers, problems, onChange, onMove, onRemove, onAdd, onMoveItem, children } =
    props
  const t = useText('surveys')
  const name = page.title || t('answer.page', { count: number })
  const earlier = questionsBefore(content, page)
  const kinds = [...questionKinds, 'heading'] as const
  const menu = kinds.map((kind) => ({ key: kind, label: t(`kind.${kind}`), onClick: () => onAdd(kind) }))
  const total = content.pages.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <section className="sb-page" aria-label={name}>
      <header className="sb-page-head">
        <Input
          variant="borderless"
          className="sb-page-title"
          aria-label={t('builder.pageTitle', { count: number })}
          placeholder={t('answer.page', { count: number })}
          maxLength={200}
          value={page.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        {count > 1 && (
          <RowActions
            name={name}
            isFirst={number === 1}
            isLast={number === count}
            onMove={onMove}
            onRemove={onRemove}
          />
        )}
      </header>
      {(earlier.length > 0 || page.visibleIf !== null) && (
        <ConditionEditor
          lead={t('condition.showPageWhen')}
          condition={page.visibleIf}
          {...{ earlier, numbers }}
          onChange={(visibleIf) => onChange({ visibleIf })}
        />
      )}
      {problems.map((problem) => (
        <p key={problem} className="sb-problem">
          <Icon name="alert" size={16} />
          {t(`draftProblem.${problem}`)}
        </p>
      ))}
      {page.items.length === 0 && <p className="sb-empty">{t('builder.emptyPage')}</p>}
      <SortableList
        items={page.items}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title || t('builder.untitled')}
        className="sy-plain-list sb-items"
        continues={{ before: number > 1, after: number < count }}
        onMove={(from, to) => {
          onMoveItem(from, to)
          return Promise.resolve()
        }}
      >
        {(item, _, moves) => children(item, moves)}
      </SortableList>
      <Dropdown trigger={['click']} menu={{ items: menu }} disabled={total >= questionsMax}>
        <Button type="primary" ghost icon={<Icon name="plus" size={16} />}>
          {t('builder.addQuestion')}
        </Button>
      </Dropdown>
    </section>
  )
}
