/** Which table of screens holds what; and that what a build takes of a door for a table is what the shell takes of it. */
import './browser.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { declaredPaths } from '#tools/check/screens.ts'
import { doorPart } from '#web/build/door-parts.ts'
import { mayManage } from '#web/layout/menu.ts'
import type { WebModule } from '#web/module.ts'
import { firstPart, laterPart, tableOf } from '#web/part-of.ts'
import { getSession, type Session } from '#web/session.ts'

const root = join(import.meta.dirname, '../..')
const text = { cn: '', en: '' }
const screen = async () => ({ default: () => null })
const messages = async () => ({ default: {} })

const things: WebModule = {
  name: 'things',
  messages,
  routes: [
    { path: '/study/things', title: text, screen },
    { path: '/things/:id', title: text, screen },
    { path: '/admin/things', title: text, screen, layout: 'admin' },
    { path: '/manage/things', title: text, screen, layout: 'admin' },
  ],
  menu: [
    { area: 'main', title: text, icon: 'book', path: '/things/all', order: 1 },
    {
      area: 'admin',
      title: text,
      icon: 'book',
      path: '/admin/things',
      order: 1,
      access: { permission: 'thing.manage' },
    },
    { area: 'class', title: text, icon: 'book', path: '/admin/classes/:id/things', order: 1 },
    { area: 'purchases', title: text, icon: 'book', path: '/things/bought', order: 1 },
  ],
}
const pathsOf = (part: Pick<WebModule, 'routes' | 'menu'>) => [
  part.routes.map(({ path }) => path),
  (part.menu ?? []).map(({ path }) => path),
]

describe('a table', () => {
  test.each([
    ['/', 'first'],
    ['/home-v', 'first'],
    ['/home?x=/admin', 'first'],
    ['/study/course/detail/1', 'first'],
    ['/study-v?tab=1', 'first'],
    ['/studying', 'rest'],
    ['/exam/detail/1', 'rest'],
    ['/administration', 'rest'],
    ['/admin', 'admin'],
    ['/admin/members', 'admin'],
    ['/manage', 'admin'],
    ['/manage?from=home', 'admin'],
    ['/management', 'rest'],
  ])('of %s is the %s one', (path, table) => expect(tableOf(path)).toBe(table))

  test('holds what begins with the same word, so that the first match among all is the first in it', async () => {
    const words = new Map<string, Set<string>>()
    for (const path of await declaredPaths()) {
      const word = path.split('/')[1] ?? ''
      words.set(word, (words.get(word) ?? new Set()).add(tableOf(path)))
      expect(word, path).toMatch(/^[\w-]+$/)
    }
    expect([...words].filter(([, tables]) => tables.size > 1)).toEqual([])
  })

  test('has each screen once, and each entry of a menu', () => {
    expect(pathsOf(firstPart(things))).toEqual([['/study/things'], ['/things/all']])
    expect(pathsOf(laterPart(things, 'rest'))).toEqual([['/things/:id'], ['/things/bought']])
    expect(pathsOf(laterPart(things, 'admin'))).toEqual([
      ['/admin/things', '/manage/things'],
      ['/admin/things', '/admin/classes/:id/things'],
    ])
  })
})

test('who may see the administration is known before its menu comes', () => {
  const session = (permission: string): Session => ({
    ...getSession(),
    signedIn: true,
    can: (asked) => asked === permission,
  })
  const switches = { communityIsOpen: false }
  const shown = (module: WebModule, permission: string) => mayManage([firstPart(module)], session(permission), switches)
  expect([shown(things, 'thing.manage'), shown(things, 'thing.read')]).toEqual([true, false])
  const switched = things.menu?.map((entry) => ({ ...entry, switch: 'communityIsOpen' }) as const)
  expect(shown({ ...things, menu: switched ?? [] }, 'thing.manage')).toBe(false)
})

describe('the build takes of a door', () => {
  const path = 'modules/assessment/exams/web.tsx'
  const door = readFileSync(join(root, path), 'utf8')
  const part = (table: 'first' | 'admin' | 'rest') => doorPart(path, door, table)

  test('for the first table no address of the administration, only who may see it', () => {
    expect(part('first')).not.toContain('/admin/')
    expect(part('first')).toContain('access: authorsExams')
    expect(part('first')).toContain("path: '/exam'")
    expect(part('first')).toContain('messages:')
  })

  test('for a later table its own screens alone', () => {
    expect(part('admin')).toContain("'/admin/exams/:id/results'")
    expect(part('admin')).not.toContain("'/exam/detail/:id'")
    expect(part('rest')).toContain("'/exam/detail/:id'")
    expect(part('rest')).not.toContain('/admin/')
    expect(part('rest')).not.toContain('authorsExams')
  })

  test('none of the parts for other modules', () => {
    for (const table of ['first', 'admin', 'rest'] as const) expect(part(table)).not.toContain('Rubric')
  })

  test('no screen and no entry that is not written out: nobody could say where it belongs', () => {
    const computed = door.replace("path: '/exam/detail/:id'", 'path: detailPath')
    expect(() => doorPart(path, computed, 'rest')).toThrow('written out')
    const spread = door.replace("area: 'admin',", "...{ area: 'admin' },")
    expect(() => doorPart(path, spread, 'first')).toThrow('written out')
  })
})

test('a door of which a statement would be lost is not built', () => {
  const path = 'modules/assessment/exams/web.tsx'
  const door = readFileSync(join(root, path), 'utf8')
  for (const lost of ["import './web/exams.css'", 'register()'])
    expect(() => doorPart(path, `${lost}\n${door}`, 'rest')).toThrow('does nothing')
})

describe('a table that is fetched', () => {
  beforeEach(() => vi.resetModules())

  test('comes once for all who ask; one that failed is asked for again', async () => {
    const { getModules, loadTable, startTables } = await import('#web/tables.ts')
    const admin = vi.fn(async () => [laterPart(things, 'admin')])
    admin.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    startTables([firstPart(things)], { admin, rest: async () => [] })
    await expect(loadTable('admin')).rejects.toThrow('Failed to fetch')
    expect(getModules()[0]?.routes).toHaveLength(1)
    await Promise.all([loadTable('admin'), loadTable('admin')])
    await loadTable('admin')
    expect(admin).toHaveBeenCalledTimes(2)
    expect(getModules()[0]?.routes.map(({ path }) => path)).toEqual([
      '/study/things',
      '/admin/things',
      '/manage/things',
    ])
    expect(getModules()[0]?.menu).toHaveLength(3)
  })
})
