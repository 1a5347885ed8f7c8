import { Button, Input, Select } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { itemsMax, type PageItem, type PageModule } from '../../contract/document.ts'
import { Labeled, type SettingProps } from './Labeled.tsx'
import { LinkField } from './LinkField.tsx'
import { PictureField } from './PictureField.tsx'

/** The signs that fit a shortcut. */
const icons: readonly IconName[] = [
  ...(['book', 'study', 'library', 'route', 'live', 'exam', 'medal', 'star', 'calendar', 'todo', 'users'] as const),
  ...(['user', 'community', 'file', 'video', 'chart', 'gift', 'coin', 'bell', 'help', 'search', 'compass'] as const),
]

interface Props {
  readonly one: PageModule
  readonly change: SettingProps['change']
}

function freshId(items: readonly PageItem[]): string {
  for (let number = items.length + 1; ; number += 1) {
    const id = `i${number}`
    if (items.every((item) => item.id !== id)) return id
  }
}

/** The pictures of a carousel, or the shortcuts, in their order. */
export function ItemsField({ one, change }: Props) {
  const t = useText('pages')
  const items = one.settings.items ?? []
  const isBanner = one.type === 'banner'
  const set = (next: readonly PageItem[], field: string) => change({ items: [...next] }, field)
  const changeItem = (id: string, part: Partial<PageItem>, field: string) =>
    set(
      items.map((item) => (item.id === id ? { ...item, ...part } : item)),
      `${field} of ${id}`,
    )
  const add = () => {
    const id = `${one.id}-${freshId(items.map((item) => ({ ...item, id: item.id.replace(`${one.id}-`, '') })))}`
    const item: PageItem = {
      id,
      title: { cn: '', en: '' },
      link: null,
      ...(isBanner ? { fileId: null } : { icon: 'star' }),
    }
    set([...items, item], `items ${items.length}`)
  }
  return (
    <div className="pe-field">
      <span>{t(isBanner ? 'design.pictures' : 'design.shortcuts')}</span>
      <SortableList
        items={items}
        keyOf={({ id }) => id}
        nameOf={(item, at) => item.title.cn || item.title.en || t('design.item', { number: at + 1 })}
        className="pe-items"
        onMove={(from, to) => {
          set(withMoved(items, from, to), 'order')
          return undefined
        }}
        onRemove={(index) => set(items.toSpliced(index, 1), 'remove')}
      >
        {(item, at, moves) => (
          <fieldset>
            <legend>
              {t('design.item', { number: at + 1 })} {moves}
            </legend>
            {isBanner ? (
              <PictureField
                label={t('settings.fileId')}
                fileId={item.fileId ?? null}
                onChange={(fileId) => changeItem(item.id, { fileId }, 'file')}
              />
            ) : (
              <Labeled label={t('design.icon')}>
                {(labelId) => (
                  <Select
                    aria-labelledby={labelId}
                    value={item.icon}
                    options={icons.map((value) => ({ value, label: <Icon name={value} label={value} size={18} /> }))}
                    onChange={(icon) => changeItem(item.id, { icon }, 'icon')}
                  />
                )}
              </Labeled>
            )}
            {(['cn', 'en'] as const).map((language) => (
              <Labeled key={language} label={t(`design.title.${language}`)}>
                {(labelId) => (
                  <Input
                    aria-labelledby={labelId}
                    maxLength={60}
                    value={item.title[language]}
                    onChange={({ target }) =>
                      changeItem(item.id, { title: { ...item.title, [language]: target.value } }, `title ${language}`)
                    }
                  />
                )}
              </Labeled>
            ))}
            <LinkField
              label={t('settings.link')}
              value={item.link ?? null}
              onChange={(link) => changeItem(item.id, { link }, 'link')}
            />
          </fieldset>
        )}
      </SortableList>
      <Button block icon={<Icon name="plus" size={16} />} disabled={items.length >= itemsMax} onClick={add}>
        {t(isBanner ? 'design.addPicture' : 'design.addShortcut')}
      </Button>
    </div>
  )
}
