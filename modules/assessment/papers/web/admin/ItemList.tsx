import { Button, Tag } from 'antd'
import { useState } from 'react'
import { type PickedQuestion, QuestionPicker } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { itemsMax } from '../../contract/paper.ts'
import { type DraftItem, type DraftProblem, type DraftSection, itemOf } from './draft.ts'
import { PointsField } from './PointsField.tsx'

interface Props {
  readonly section: DraftSection
  /** All questions of the paper. */
  readonly taken: ReadonlySet<string>
  readonly problems: ReadonlyMap<string, DraftProblem>
  /** Of the questions before those of this section. */
  readonly countBefore: number
  readonly onChange: (items: readonly DraftItem[]) => void
}

/** The questions of a fixed section, in their order. */
export function ItemList({ section, taken, problems, countBefore, onChange }: Props) {
  const t = useText('papers')
  const { items } = section
  const [isPicking, setPicking] = useState(false)
  const change = (at: number, part: Partial<DraftItem>) =>
    onChange(items.map((item, place) => (place === at ? { ...item, ...part } : item)))
  const add = (picked: readonly PickedQuestion[]) => {
    onChange([...items, ...picked.map(itemOf)])
    setPicking(false)
  }
  return (
    <>
      <SortableList
        items={items}
        keyOf={({ questionId }) => questionId}
        nameOf={({ excerpt }, at) => t('item.name', { number: countBefore + at + 1, text: excerpt.slice(0, 30) })}
        onMove={(from, to) => {
          onChange(withMoved(items, from, to))
          return Promise.resolve()
        }}
        onRemove={(at) => onChange(items.filter((_, place) => place !== at))}
        className="pp-items"
        itemClassName="pp-item"
      >
        {(item, at, moves) => (
          <>
            <b>{countBefore + at + 1}</b>
            <div className="pp-item-text">
              <p>{item.excerpt || t('item.noText')}</p>
              <Marks item={item} onTakeNewest={() => change(at, { versionId: undefined })} />
            </div>
            <PointsField
              label={t('item.points', { number: countBefore + at + 1 })}
              unit={t('unit')}
              value={item.points}
              problem={problems.get(`${item.questionId}.points`)}
              onChange={(points) => change(at, { points })}
            />
            {moves}
          </>
        )}
      </SortableList>
      <div className="sy-row sy-wrap sy-gap-3">
        <Button
          icon={<Icon name="plus" size={16} />}
          disabled={taken.size >= itemsMax}
          onClick={() => setPicking(true)}
        >
          {t('item.add')}
        </Button>
        {items.length > 1 && <SameScore onApply={(points) => onChange(items.map((item) => ({ ...item, points })))} />}
      </div>
      {isPicking && (
        <QuestionPicker
          title={t('item.pick', { title: section.title })}
          taken={taken}
          max={itemsMax - taken.size}
          onPick={add}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

/** What kind of question it is, and what has become of it in the bank since it was put here. */
function Marks({ item, onTakeNewest }: { item: DraftItem; onTakeNewest: () => void }) {
  const t = useText('papers')
  const { kind, status, versionNumber, newestNumber, versionId } = item
  const isGone = status === 'gone' || status === 'deleted'
  const isOld = !isGone && newestNumber !== null && newestNumber > versionNumber && versionId !== undefined
  return (
    <small className="sy-row sy-wrap sy-gap-2">
      {kind && <span>{t(`kind.${kind}`)}</span>}
      {isGone && <Tag color="error">{t('item.gone')}</Tag>}
      {status === 'retired' && <Tag color="warning">{t('item.retired')}</Tag>}
      {isOld && (
        <>
          <Tag>{t('item.version', { number: versionNumber })}</Tag>
          <button type="button" className="sy-link" onClick={onTakeNewest}>
            {t('item.takeNewest', { number: newestNumber })}
          </button>
        </>
      )}
    </small>
  )
}

function SameScore({ onApply }: { onApply: (points: string) => void }) {
  const t = useText('papers')
  const [points, setPoints] = useState('2')
  return (
    <span className="sy-inline sy-gap-2 pp-same">
      <span className="sy-note" aria-hidden="true">
        {t('item.same')}
      </span>
      <PointsField label={t('item.same')} unit={t('unit')} value={points} problem={undefined} onChange={setPoints} />
      <Button onClick={() => onApply(points)}>{t('item.applySame')}</Button>
    </span>
  )
}
