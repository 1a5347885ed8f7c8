import './browser.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { mayOpen } from '#web/access.ts'
import { enterGuards, guardsDue } from '#web/guards.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import { addressOf, isWithin, menuOf } from '#web/layout/menu.ts'
import type { Guard, ScreenRoute, WebModule } from '#web/module.ts'
import { returnPath, signInPath } from '#web/paths.ts'
import { CHUNK_TIMEOUT_MS, loadedScreen, loadScreen } from '#web/screen-loader.ts'
import { pictureOfCode } from '#web/screens/home/picture-of-code.ts'
import { getSession, type Session } from '#web/session.ts'
import { shellWeb } from '#web/shell-module.ts'
import { address } from './browser.ts'

const texts = vi.fn(async () => ({ default: {} }))
const screen = () => null
const module = { name: 'things' }

beforeAll(async () => {
  registerMessages('things', texts)
  await startTexts([])
})

describe('chunks', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const route = (load: ScreenRoute['screen']): ScreenRoute => ({ path: '/x', title: { cn: '', en: '' }, screen: load })

  test('a screen is loaded with the texts of its module, and at hand afterwards', async () => {
    const things = route(async () => ({ default: screen }))
    expect(loadedScreen(things)).toBeUndefined()
    expect(await loadScreen(things, module)).toBe(screen)
    expect(texts).toHaveBeenCalledOnce()
    expect(loadedScreen(things)).toBe(screen)
  })

  test('[SHELL-007] a chunk that has not come after 120000 ms has failed', async () => {
    const failed = vi.fn()
    loadScreen(
      route(() => new Promise(() => undefined)),
      module,
    ).catch(failed)
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledOnce()
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
  })

  test('a chunk that the network refused has failed; asking again requests it again', async () => {
    const load = vi.fn<ScreenRoute['screen']>()
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    load.mockResolvedValueOnce({ default: screen })
    const things = route(load)
    await proves('SHELL-007', async () => {
      await expect(loadScreen(things, module)).rejects.toThrow('Failed to fetch')
    })
    await proves('SHELL-008', async () => {
      expect(await loadScreen(things, module)).toBe(screen)
      expect(load).toHaveBeenCalledTimes(2)
    })
  })
})

describe('guards', () => {
  const guard = (enter: Guard['enter'], once?: true): Guard => ({
    name: 'test',
    enter,
    appliesTo: ({ path }) => path.startsWith('/center'),
    ...(once && { once }),
  })

  test('a guard that runs once runs at the first screen that it applies to', async () => {
    const enter = vi.fn(async () => undefined)
    const guards = [guard(enter, true)]
    await proves('SHELL-031', async () => {
      await enterGuards(guards, { path: '/home-v' })
      expect(enter).not.toHaveBeenCalled()
    })
    await proves('SHELL-030', async () => {
      await Promise.all([enterGuards(guards, { path: '/center' }), enterGuards(guards, { path: '/center/my/x' })])
      await enterGuards(guards, { path: '/center' })
      expect(enter).toHaveBeenCalledOnce()
    })
    expect(guardsDue(guards, { path: '/center' })).toEqual([])
  })

  test('[SHELL-033] one that fails stops nobody, and runs again at the next entry', async () => {
    const enter = vi.fn<Guard['enter']>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(undefined)
    const guards = [guard(enter, true)]
    expect(await enterGuards(guards, { path: '/center' })).toBeUndefined()
    await enterGuards(guards, { path: '/center' })
    await enterGuards(guards, { path: '/center' })
    expect(enter).toHaveBeenCalledTimes(2)
  })

  test('one can lead elsewhere', async () => {
    expect(await enterGuards([guard(async () => '/special-home')], { path: '/center' })).toBe('/special-home')
  })
})

test('the shell’s own screens', async () => {
  const paths = shellWeb.routes.map((route) => route.path)
  expect(paths).toEqual(['/home-v', '/error-page-v/:code', '/home/error-page/:code', '/special-home'])
  const screenOf = (path: string) => shellWeb.routes.find((route) => route.path === path)?.screen()
  const [own, ofRefusals] = [await screenOf('/error-page-v/:code'), await screenOf('/home/error-page/:code')]
  await proves('SHELL-015', () => {
    expect(own?.default).toBeTypeOf('function')
    expect(ofRefusals?.default).toBe(own?.default)
  })
})

test('each code shows one of four pictures', async () => {
  await proves('SHELL-017', () => {
    expect(['900005', '190001'].map(pictureOfCode)).toEqual(['empty', 'empty'])
    expect(['30142', '190000', '19e4'].map(pictureOfCode)).toEqual(['permission', 'permission', 'permission'])
    expect(pictureOfCode('90903')).toBe('limit')
  })
  await proves('SHELL-016', () => {
    expect(['default', '123', 'not-found'].map(pictureOfCode)).toEqual(['generic', 'generic', 'generic'])
  })
})

describe('who sees what', () => {
  const session = (roles: string[], permissions: string[], signedIn = true): Session => ({
    ...getSession(),
    signedIn,
    roles,
    can: (permission) => permissions.includes(permission),
    hasRole: (role) => roles.includes(role),
  })
  const nobody = session([], [], false)
  const learner = session(['learner'], [])
  const lecturer = session(['learner', 'lecturer'], ['course.author'])

  test('a screen opens by permission or role, for the signed-in, or for all', () => {
    expect([nobody, learner].map((each) => mayOpen('public', each))).toEqual([true, true])
    expect([nobody, learner].map((each) => mayOpen(undefined, each))).toEqual([false, true])
    const author = { permission: ['course.author', 'course.manage'] }
    expect([learner, lecturer].map((each) => mayOpen(author, each))).toEqual([false, true])
    expect([learner, lecturer].map((each) => mayOpen({ role: 'lecturer' }, each))).toEqual([false, true])
    const everywhere = { permission: 'settings.manage', wholeCompany: true } as const
    const granted = (wholeCompany: boolean) => ({
      ...session([], ['settings.manage']),
      user: { dataPermission: [{ code: 'settings.manage', wholeCompany }] } as unknown as Session['user'],
    })
    expect([granted(false), granted(true)].map((each) => mayOpen(everywhere, each))).toEqual([false, true])
    expect(mayOpen({ permission: 'settings.manage' }, granted(false))).toBe(true)
  })

  test('[SHELL-001] the menu holds what the session may open, in its order', () => {
    const entry = { area: 'admin', icon: 'book', title: { cn: '', en: '' } } as const
    const modules: WebModule[] = [
      {
        name: 'a',
        messages: texts,
        routes: [],
        menu: [
          { ...entry, path: '/b', order: 2, access: { permission: 'course.author' } },
          { ...entry, path: '/a', order: 1, access: { permission: 'course.author' } },
          { ...entry, path: '/c', order: 0, access: { permission: 'settings.manage' } },
        ],
      },
    ]
    expect(menuOf(modules, 'admin', lecturer, { communityIsOpen: true }).map(({ path }) => path)).toEqual(['/a', '/b'])
    expect(menuOf(modules, 'admin', learner, { communityIsOpen: true })).toEqual([])
  })

  test('[COMMUNITY-119] nothing in the menu leads to what the company has switched off', () => {
    const circles = { area: 'main', icon: 'community', title: { cn: '', en: '' }, path: '/c', order: 1 } as const
    const menu = [{ ...circles, switch: 'communityIsOpen' } as const, { ...circles, path: '/d' }]
    const modules: WebModule[] = [{ name: 'a', messages: texts, routes: [], menu }]
    const shown = (communityIsOpen: boolean) =>
      menuOf(modules, 'main', learner, { communityIsOpen }).map(({ path }) => path)
    expect([shown(true), shown(false)]).toEqual([['/c', '/d'], ['/d']])
  })

  test('an entry about the screen that one is on gets its path, but not its own', () => {
    const about = { area: 'user', icon: 'help', title: { cn: '', en: '' }, path: '/help', order: 0 } as const
    const help = { ...about, isAboutScreen: true } as const
    expect(addressOf(help, '/manage/members')).toBe('/help?from=%2Fmanage%2Fmembers')
    expect([addressOf(help, '/help/article/1'), addressOf(about, '/center')]).toEqual(['/help', '/help'])
  })

  test('a screen below an entry belongs to it', () => {
    const entry = { area: 'main', icon: 'book', title: { cn: '', en: '' }, path: '/center', order: 0 } as const
    expect(['/center', '/center/my/x', '/center-detail'].map((path) => isWithin(path, entry))).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the way through the sign-in', () => {
  test('it leads back to where the user was going', () => {
    address.hash = '#/study/course/detail/1?from=mail'
    const [, query = ''] = signInPath().split('?')
    expect(returnPath(new URLSearchParams(query))).toBe('/study/course/detail/1?from=mail')
  })

  test('it never leads to another site', () => {
    for (const returnTo of ['//evil.example', 'https://evil.example', '']) {
      expect(returnPath(new URLSearchParams({ returnTo }))).toBe('/home-v')
    }
  })
})
