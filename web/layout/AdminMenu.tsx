import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useBilingual, useText } from '../i18n/texts.ts'
import { type AdminGroup, adminGroups, type MenuEntry } from '../module.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { adminMenu, turnFavorite, turnGroup, visitGroup } from './admin-menu-state.ts'
import { isWithin } from './menu.ts'

const groupIcons: Readonly<Record<AdminGroup, IconName>> = {
  people: 'users',
  content: 'book',
  study: 'study',
  community: 'community',
  commerce: 'cart',
  messages: 'bell',
  security: 'shield',
  system: 'settings',
}

/** A short menu needs no collapsing: all its groups are open until one is closed. */
const SHORT_MENU = 10

interface Props {
  readonly entries: readonly MenuEntry[]
  readonly onChoose?: () => void
  /** "/" leads into the search field: of the menu that stays on screen, not of the drawer. */
  readonly hasShortcut?: boolean
}

/** The administration's menu: a search field, favorites, and groups that collapse; this device remembers both. */
export function AdminMenu({ entries, onChoose, hasShortcut = false }: Props) {
  const t = useText('shell')
  const [typed, setTyped] = useState('')
  const nav = useRef<HTMLElement>(null)
  useSearchShortcut(nav, hasShortcut)
  const words = typed.trim().toLowerCase()
  const chosen = () => {
    setTyped('')
    onChoose?.()
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && typed !== '') {
      // The first press empties the field; the next one closes the drawer.
      event.preventDefault()
      setTyped('')
    } else if (event.key === 'Enter' && words !== '' && !event.nativeEvent.isComposing) firstOf(nav.current)?.click()
    else moveByArrows(event)
  }
  return (
    <nav aria-label={t('manage')} className="sy-admin-menu" ref={nav}>
      <label className="sy-search sy-menu-search">
        <Icon name="search" size={16} />
        <input
          type="search"
          value={typed}
          aria-label={t('adminMenu.search')}
          aria-keyshortcuts={hasShortcut ? '/' : undefined}
          placeholder={t('adminMenu.search')}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={pressed}
        />
        {hasShortcut && typed === '' && <kbd>/</kbd>}
      </label>
      {words === '' ? (
        <Collapsible entries={entries} onChoose={chosen} />
      ) : (
        <Found entries={entries} words={words} onChoose={chosen} />
      )}
    </nav>
  )
}

interface ListProps {
  readonly entries: readonly MenuEntry[]
  readonly onChoose: () => void
}

function Entries({ entries, onChoose }: ListProps) {
  return (
    <ul className="sy-entries">
      {entries.map((entry) => (
        <Entry key={entry.path} entry={entry} onChoose={onChoose} />
      ))}
    </ul>
  )
}

function Found({ entries, words, onChoose }: ListProps & { words: string }) {
  const t = useText('shell')
  // Whoever knows a screen by its name in the other language finds it as well.
  const found = entries.filter(({ title }) => [title.cn, title.en].some((name) => name.toLowerCase().includes(words)))
  return (
    <>
      <Entries entries={found} onChoose={onChoose} />
      <p className="sy-menu-none" role="status">
        {found.length === 0 && t('adminMenu.none')}
      </p>
    </>
  )
}

function Collapsible({ entries, onChoose }: ListProps) {
  const t = useText('shell')
  const { pathname } = useLocation()
  const { favorites, open, visited } = adminMenu.use()
  const kept = favorites.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  const current = entries.find((entry) => isWithin(pathname, entry))?.group
  // What one visits stays open: a menu that collapses behind its reader moves what is about to be pressed.
  useEffect(() => {
    if (current !== undefined) visitGroup(current)
  }, [current])
  return (
    <>
      {kept.length > 0 && (
        <Group id="favorites" icon="star" title={t('adminMenu.favorites')} isOpen={open.favorites ?? true}>
          <Entries entries={kept} onChoose={onChoose} />
        </Group>
      )}
      <Entries entries={entries.filter((entry) => entry.group === undefined)} onChoose={onChoose} />
      {adminGroups.map((group) => {
        const own = entries.filter((entry) => entry.group === group)
        if (own.length === 0) return null
        return (
          <Group
            key={group}
            id={group}
            icon={groupIcons[group]}
            title={t(`adminGroups.${group}`)}
            isOpen={open[group] ?? (entries.length <= SHORT_MENU || group === current || visited.includes(group))}
            hasCurrent={group === current}
          >
            <Entries entries={own} onChoose={onChoose} />
          </Group>
        )
      })}
    </>
  )
}

interface GroupProps {
  readonly id: string
  readonly icon: IconName
  readonly title: string
  readonly isOpen: boolean
  readonly hasCurrent?: boolean
  readonly children: ReactNode
}

function Group({ id, icon, title, isOpen, hasCurrent = false, children }: GroupProps) {
  const panel = useId()
  return (
    <section className="sy-entry-group" data-current={hasCurrent && !isOpen}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => turnGroup(id, !isOpen)}
          onKeyDown={moveByArrows}
        >
          <Icon name={icon} size={18} />
          {title}
          <Icon name="chevron-down" size={14} />
        </button>
      </h2>
      <div id={panel} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: () => void }) {
  const t = useText('shell')
  const titleOf = useBilingual()
  const { pathname } = useLocation()
  const isFavorite = adminMenu.use().favorites.includes(entry.path)
  const name = titleOf(entry.title)
  return (
    <li>
      <Link
        to={entry.path}
        aria-current={isWithin(pathname, entry) ? 'page' : undefined}
        onClick={onChoose}
        onKeyDown={moveByArrows}
      >
        <Icon name={entry.icon} size={18} />
        <span>{name}</span>
      </Link>
      <button
        type="button"
        className="sy-menu-star"
        aria-pressed={isFavorite}
        aria-label={t('adminMenu.favorite', { name })}
        title={t(isFavorite ? 'adminMenu.remove' : 'adminMenu.add')}
        onClick={() => turnFavorite(entry.path)}
      >
        <Icon name="star" size={16} />
      </button>
    </li>
  )
}

const stopsOf = (nav: Element | null) =>
  [...(nav?.querySelectorAll<HTMLElement>('input, h2 button, .sy-entries a') ?? [])].filter(
    (stop) => stop.offsetParent !== null,
  )

const firstOf = (nav: Element | null) => nav?.querySelector<HTMLElement>('.sy-entries a')

/** Arrows go through what the menu shows, from the search field on. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = stopsOf(event.currentTarget.closest('nav'))
  const next = stops[stops.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** "/" leads into the search field, unless one is writing. */
function useSearchShortcut(nav: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const press = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      const writes =
        target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
      if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return
      const field = nav.current?.querySelector('input')
      if (!field || field.offsetParent === null) return
      event.preventDefault()
      field.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [nav, isWanted])
}
