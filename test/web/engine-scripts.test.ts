import { afterEach, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { enterGuards, guardsDue } from '#web/guards.ts'
import { shellWeb } from '#web/shell-module.ts'

const guards = shellWeb.guards ?? []
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="engines"]')]
const bars = () => document.querySelectorAll('.sy-loading-bar').length
const appeared = async () => {
  while (scripts().length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
}

afterEach(() => {
  for (const script of scripts()) script.remove()
})

it('the scripts of the engines come once, from the product itself, with a bar until they are there', async () => {
  const entering = enterGuards(guards, { path: '/center' })
  await appeared()
  await proves('SHELL-039', () => {
    expect(bars()).toBe(1)
    expect(scripts()).toHaveLength(1)
  })
  await proves('SHELL-041', () => {
    expect(new URL(scripts()[0]?.src ?? '').origin).toBe(location.origin)
  })
  scripts()[0]?.dispatchEvent(new Event('load'))
  await entering
  expect(bars()).toBe(0)
  await proves('SHELL-040', async () => {
    await enterGuards(guards, { path: '/branch-list-v/one' })
    expect(scripts()).toHaveLength(1)
    expect(bars()).toBe(0)
  })
})

it('scripts that do not come hold no screen up, and are asked for again', async () => {
  const entering = enterGuards(guards, { path: '/center/my/profile' })
  await appeared()
  scripts()[0]?.dispatchEvent(new Event('error'))
  expect(await entering).toBeUndefined()
  expect(bars()).toBe(0)
  expect(scripts()).toHaveLength(0)
  const again = enterGuards(guards, { path: '/center' })
  await appeared()
  scripts()[0]?.dispatchEvent(new Event('load'))
  await again
})

it('other screens ask for none', () => {
  for (const path of ['/home-v', '/study-v', '/centers', '/live/index']) expect(guardsDue(guards, { path })).toEqual([])
})
