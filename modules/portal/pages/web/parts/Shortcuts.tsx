import { Icon, type IconName, isIcon } from '#web/ui/Icon.tsx'
import type { Layout } from '../../contract/module-types.ts'
import type { ShownItem } from '../../contract/shown.ts'
import { PageLink } from './PageLink.tsx'

const iconOf = ({ icon }: ShownItem): IconName => (icon !== null && isIcon(icon) ? icon : 'arrow-right')

export function Shortcuts({ items, layout }: { items: readonly ShownItem[]; layout: Layout }) {
  return (
    <ul className="sy-plain-list pg-shortcuts" data-layout={layout}>
      {items.map((item) => (
        <li key={item.id}>
          <PageLink className="sy-box pg-shortcut" to={item.link ?? ''}>
            {item.pictureUrl ? (
              <img src={item.pictureUrl} alt="" loading="lazy" />
            ) : (
              <span className="pg-shortcut-icon">
                <Icon name={iconOf(item)} size={22} />
              </span>
            )}
            <span>
              <strong>{item.title}</strong>
              {item.text !== '' && <small>{item.text}</small>}
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
