/** What the palette offers: in which order, and for which text. */
import type { Output } from '#kit/contract.ts'
import { appState } from '#web/app-state.ts'
import { switchLanguage, type TextOf, useBilingual, useLanguage, useText } from '#web/i18n/texts.ts'
import { mayManage, menuOf } from '#web/layout/menu.ts'
import type { MenuEntry } from '#web/module.ts'
import { goTo, paths } from '#web/paths.ts'
import { signOut, useSession } from '#web/session.ts'
import { useKnownModules, useTable, useTableAhead } from '#web/tables.ts'
import { chooseMode, themeMode } from '#web/theme/mode.ts'
import { visitedScreens } from '#web/title.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { Mark, search } from '../../contract.ts'
import { searchAddress } from '../address.ts'

export interface Entry {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  readonly marks?: readonly Mark[]
  readonly note?: string
  readonly open: () => void
}

export interface Group {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** An entry that is found by its names in both languages: whoever knows a screen by the other one finds it as well. */
interface Named extends Entry {
  readonly names: readonly string[]
}

const AREAS: readonly MenuEntry['area'][] = ['main', 'user', 'center', 'purchases', 'admin']
const SHOWN_MAX = 6

/** Screens of the menus that the member may open, those of the administration too. */
export function usePages(): readonly Named[] {
  const t = useText('search')
  const titleOf = useBilingual()
  const session = useSession()
  const switches = appState.use()
  const modules = useKnownModules()
  const manages = mayManage(modules, session, switches)
  useTableAhead('admin', manages)
  useTable('rest')
  const entries = AREAS.flatMap((area) => menuOf(modules, area, session, switches).map((entry) => ({ entry, area })))
  return entries.map(({ entry: { path, icon, title }, area }) => ({
    ...{ key: `page ${path}`, icon, title: titleOf(title), names: [title.cn, title.en] },
    ...(area === 'admin' && { note: t('palette.admin') }),
    open: () => goTo(path),
  }))
}

/** What can be done from anywhere. */
export function useCommands(): readonly Named[] {
  const titleOf = useBilingual()
  const session = useSession()
  const switches = appState.use()
  const modules = useKnownModules()
  const { dark } = themeMode.use()
  const other = useLanguage() === 'cn' ? 'en' : 'cn'
  const named = (key: string, icon: IconName, cn: string, en: string, open: () => void): Named => ({
    ...{ key, icon, title: titleOf({ cn, en }), names: [cn, en], open },
  })
  const own = menuOf(modules, 'command', session, switches).map(({ path, icon, title }) =>
    named(`command ${path}`, icon, title.cn, title.en, () => goTo(path)),
  )
  return [
    ...own,
    other === 'en'
      ? named(
          'language',
          'language',
          '切换到英文',
          'Switch to English',
          () => void switchLanguage('en').catch(() => undefined),
        )
      : named(
          'language',
          'language',
          '切换到中文',
          'Switch to Chinese',
          () => void switchLanguage('cn').catch(() => undefined),
        ),
    dark
      ? named('theme', 'sun', '使用浅色外观', 'Use the light theme', () => chooseMode('light'))
      : named('theme', 'moon', '使用深色外观', 'Use the dark theme', () => chooseMode('dark')),
    named('sign-out', 'sign-out', '退出登录', 'Sign out', () => void signOut().then(() => goTo(paths.signIn))),
  ]
}

interface Offered {
  readonly text: string
  readonly t: TextOf
  readonly suggested: Output<typeof search.suggest> | undefined
  readonly pages: readonly Named[]
  readonly commands: readonly Named[]
}

const matches = (text: string) => {
  const words = text.toLowerCase().split(/\s+/)
  return ({ names }: Named) => names.some((name) => words.every((word) => name.toLowerCase().includes(word)))
}

/** What stands in the list for the text. Groups without an entry are left out. */
export function groupsOf({ text, t, suggested, pages, commands }: Offered): readonly Group[] {
  const texts = (list: readonly string[], icon: IconName): Entry[] =>
    list.slice(0, SHOWN_MAX).map((one) => ({
      ...{ key: `${icon} ${one}`, icon, title: one },
      open: () => goTo(searchAddress({ text: one })),
    }))
  const titles: Entry[] = (suggested?.titles ?? []).map(({ kind, kindName, id, title, marks, link }) => ({
    ...{ key: `${kind} ${id}`, icon: kind === 'person' ? 'user' : 'book', title, marks, note: kindName },
    open: () => goTo(link),
  }))
  const recent = texts(suggested?.recent ?? [], 'history')
  const groups: Group[] =
    text === ''
      ? [
          { title: t('recent'), entries: recent },
          { title: t('hot'), entries: texts(suggested?.hot ?? [], 'search') },
          { title: t('palette.visited'), entries: visited() },
          { title: t('palette.commands'), entries: commands },
        ]
      : [
          { title: t('palette.contents'), entries: [everything(text, t), ...titles] },
          { title: t('palette.pages'), entries: pages.filter(matches(text)).slice(0, SHOWN_MAX) },
          { title: t('palette.commands'), entries: commands.filter(matches(text)) },
          { title: t('recent'), entries: recent.slice(0, 3) },
        ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const everything = (text: string, t: TextOf): Entry => ({
  ...{ key: 'everything', icon: 'search', title: t('palette.everything', { text }) },
  open: () => goTo(searchAddress({ text })),
})

const visited = (): Entry[] =>
  visitedScreens()
    .filter(({ path }) => !path.startsWith(paths.signIn))
    .map(({ path, title }) => ({ ...{ key: `visited ${path}`, icon: 'compass', title }, open: () => goTo(path) }))
