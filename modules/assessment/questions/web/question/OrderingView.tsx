import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import type { SimpleAnswerOf } from '../../contract/answer.ts'
import { type AnswerField, plainTextOf } from './field.ts'

interface Props extends AnswerField {
  readonly answer: SimpleAnswerOf<'ordering'> | null
}

/** Items that are put into order by dragging, by keys, or by buttons. The shown order counts once it was chosen. */
export function OrderingView({ question, answer, onChange, labelledBy }: Props) {
  const t = useText('questions')
  const { options = [] } = question
  const byId = new Map(options.map((option) => [option.id, option]))
  const ordered = answer?.order.flatMap((id) => byId.get(id) ?? []) ?? []
  const shown = ordered.length === options.length ? ordered : options
  const choose = (items: typeof shown) => onChange?.({ kind: 'ordering', order: items.map(({ id }) => id) })
  return (
    <fieldset className="qu-ordering" aria-labelledby={labelledBy} disabled={!onChange}>
      <p className="sy-note">{t('view.order')}</p>
      <SortableList
        items={shown}
        keyOf={({ id }) => String(id)}
        nameOf={({ text }) => plainTextOf(text)}
        onMove={(from, to) => {
          choose(withMoved(shown, from, to))
          return Promise.resolve()
        }}
        className="qu-items"
      >
        {({ text }, at, moves) => (
          <>
            <b>{at + 1}</b>
            <Prose html={text} inline className="qu-item-text" />
            {onChange && moves}
          </>
        )}
      </SortableList>
      {onChange && !answer && (
        <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={() => choose(shown)}>
          {t('view.keepOrder')}
        </button>
      )}
    </fieldset>
  )
}
