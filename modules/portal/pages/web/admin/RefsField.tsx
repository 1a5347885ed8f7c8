import { Button } from 'antd'
import { useState } from 'react'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { chosenMax, type ModuleSource } from '../../contract/document.ts'
import type { ModuleTypeName } from '../../contract/module-types.ts'
import { businessTypesOf, kindOf } from './chosen-kinds.ts'

type Ref = NonNullable<ModuleSource['refs']>[number]

interface Props {
  readonly type: ModuleTypeName
  readonly refs: readonly Ref[]
  readonly onChange: (refs: readonly Ref[]) => void
}

/** Names of what was chosen in this visit; what was chosen before is read from the preview by its place. */
const names = new Map<string, string>()

/** Content that is chosen by hand, in its order. */
export function RefsField({ type, refs, onChange }: Props) {
  const t = useText('pages')
  const [isPicking, setPicking] = useState(false)
  const nameOf = (ref: Ref, at: number) => names.get(ref.id) ?? t('design.chosenItem', { number: at + 1 })
  return (
    <div className="pe-field">
      <span>{t('design.chosen')}</span>
      <SortableList
        items={refs}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        nameOf={nameOf}
        className="pe-items"
        onMove={(from, to) => {
          onChange(withMoved(refs, from, to))
          return undefined
        }}
        onRemove={(index) => onChange(refs.toSpliced(index, 1))}
      >
        {(ref, at, moves) => (
          <div className="pe-ref">
            <span>{nameOf(ref, at)}</span>
            {moves}
          </div>
        )}
      </SortableList>
      <Button
        block
        icon={<Icon name="plus" size={16} />}
        disabled={refs.length >= chosenMax}
        onClick={() => setPicking(true)}
      >
        {t('design.choose')}
      </Button>
      {isPicking && (
        <ContentPicker
          title={t('design.choose')}
          kinds={businessTypesOf(type)}
          max={chosenMax - refs.length}
          onClose={() => setPicking(false)}
          onPick={(items) => {
            for (const { businessId, name } of items) names.set(businessId, name)
            const added = items.flatMap(({ businessType, businessId }) => {
              const kind = kindOf(businessType)
              return kind && refs.every(({ id }) => id !== businessId) ? [{ kind, id: businessId }] : []
            })
            onChange([...refs, ...added])
          }}
        />
      )}
    </div>
  )
}
