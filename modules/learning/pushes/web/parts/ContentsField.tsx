import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { PriceBadge, PricedNote } from '#modules/commerce/prices/web.tsx'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { packageItemsMax } from '../../contract/shapes.ts'
import { idsOfKind } from './ids-of-kind.ts'

export interface PickedContent {
  readonly businessType: number
  readonly businessId: string
  readonly businessName: string
  /** The label of the kind. */
  readonly kind: string
  readonly isRequired: 0 | 1
}

interface Props {
  readonly value: readonly PickedContent[]
  readonly onChange: (value: PickedContent[]) => void
}

/** The learning package: items of any kind, in an order, each required or not. */
export function ContentsField({ value, onChange }: Props) {
  const t = useText('pushes')
  const [picking, setPicking] = useState(false)
  const put = (index: number, part: Partial<PickedContent>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <div className="pu-field">
      <span className="pu-label">
        {t('draft.contents')}{' '}
        <span className="sy-faint sy-number">
          {t('draft.contentCount', { count: value.length, max: packageItemsMax })}
        </span>
      </span>
      {value.length > 0 && (
        <SortableList
          className="sy-plain-list pu-picked"
          items={value}
          keyOf={(one) => `${one.businessType} ${one.businessId}`}
          nameOf={(one) => one.businessName}
          onMove={(from, to) => void onChange(withMoved(value, from, to))}
          onRemove={(index) => onChange(value.filter((_, at) => at !== index))}
        >
          {(one, index, moves) => (
            <>
              <span>
                <small>{one.kind}</small>
                {one.businessName}
                <PriceBadge businessType={one.businessType} id={one.businessId} ids={idsOfKind(value, one)} />
              </span>
              <Checkbox
                checked={one.isRequired === 1}
                aria-label={t('draft.requiredOf', { name: one.businessName })}
                onChange={(event) => put(index, { isRequired: event.target.checked ? 1 : 0 })}
              >
                {t('required')}
              </Checkbox>
              {moves}
            </>
          )}
        </SortableList>
      )}
      <PricedNote items={value} />
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={value.length >= packageItemsMax}
        onClick={() => setPicking(true)}
      >
        {t('draft.addContent')}
      </Button>
      {picking && (
        <ContentPicker
          title={t('draft.addContent')}
          taken={value}
          max={packageItemsMax - value.length}
          onClose={() => setPicking(false)}
          onPick={(items) =>
            onChange([
              ...value,
              ...items.map(({ businessType, businessId, name, kind }) => ({
                ...{ businessType, businessId, businessName: name, kind },
                isRequired: 1 as const,
              })),
            ])
          }
        />
      )}
    </div>
  )
}
