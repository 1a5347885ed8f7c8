import { useText } from '#web/i18n/texts.ts'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import type { FieldOption } from './OptionsField.tsx'

interface Props {
  readonly options: readonly FieldOption[]
  /** The ids in their order; empty where nothing is ranked yet. */
  readonly order: readonly number[]
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly onChange: (order: number[]) => void
}

/** Options that are put into order by dragging, by keys, or by buttons. The shown order counts once it was chosen. */
export default function RankingField({ options, order, labelledBy, describedBy, onChange }: Props) {
  const t = useText('surveys')
  const byId = new Map(options.map((option) => [option.id, option]))
  const ranked = order.flatMap((id) => byId.get(id) ?? [])
  const isGiven = ranked.length > 0
  const shown = [...ranked, ...options.filter(({ id }) => !order.includes(id))]
  const choose = (items: readonly FieldOption[]) => onChange(items.map(({ id }) => id))
  return (
    <fieldset className="sv-ranking" data-given={isGiven} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <SortableList
        items={shown}
        keyOf={({ id }) => String(id)}
        nameOf={({ text }) => text}
        onMove={(from, to) => {
          choose(withMoved(shown, from, to))
          return Promise.resolve()
        }}
        className="sv-ranks"
      >
        {({ text }, at, moves) => (
          <>
            <b aria-hidden="true">{isGiven ? at + 1 : '–'}</b>
            <span>{text}</span>
            {moves}
          </>
        )}
      </SortableList>
      {!isGiven && (
        <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={() => choose(shown)}>
          {t('answer.keepOrder')}
        </button>
      )}
    </fieldset>
  )
}
