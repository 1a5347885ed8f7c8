import { Button, Tag } from 'antd'
import { useState } from 'react'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { scopeItemsMax } from '../../contract/shapes.ts'
import type { ChosenItem } from './draft.ts'

interface Props {
  /** A field of a form hands it these. */
  readonly value?: readonly ChosenItem[]
  readonly onChange?: (items: ChosenItem[]) => void
}

/** The contents that a coupon is for. */
export function ItemsField({ value = [], onChange }: Props) {
  const t = useText('coupons')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      {value.length > 0 && (
        <ul className="cp-chosen">
          {value.map((item) => (
            <li key={item.itemId}>
              <Tag
                closable
                closeIcon={<Icon name="close" size={12} label={t('edit.removeItem', { name: item.name })} />}
                onClose={() => onChange?.(value.filter(({ itemId }) => itemId !== item.itemId))}
              >
                {item.name}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <Button disabled={value.length >= scopeItemsMax} onClick={() => setIsOpen(true)}>
        {t('edit.addItems')}
      </Button>
      {isOpen && (
        <ContentPicker
          title={t('edit.addItems')}
          facet="entitlements"
          max={scopeItemsMax - value.length}
          taken={value.map(({ businessType, itemId }) => ({ businessType, businessId: itemId }))}
          onClose={() => setIsOpen(false)}
          onPick={(picked) =>
            onChange?.([
              ...value,
              ...picked.map(({ businessType, businessId, name }) => ({ businessType, itemId: businessId, name })),
            ])
          }
        />
      )}
    </div>
  )
}
