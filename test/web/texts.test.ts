import './browser.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { mapText } from '#web/i18n/map-text.ts'
import {
  ensureLaterMessages,
  ensureMessages,
  errorText,
  followLanguage,
  hasText,
  registerMessages,
  startTexts,
  switchLanguage,
  textOf,
} from '#web/i18n/texts.ts'
import cn from '../../kit/messages/cn.json' with { type: 'json' }
import en from '../../kit/messages/en.json' with { type: 'json' }

const followed: string[] = []
const loadOther = vi.fn(async (language: string) => ({ default: { errors: { 77777: `${language} {name}` } } }))

beforeAll(async () => {
  registerMessages('kit', async (language) => ({ default: language === 'cn' ? cn : en }))
  registerMessages('other', loadOther)
  followLanguage(async (language) => {
    followed.push(language)
  })
  await startTexts(['kit'])
})

test('[SHELL-009] with nothing stored the language is Chinese', () => {
  expect(currentLanguage()).toBe('cn')
  expect(document.documentElement.lang).toBe('zh-CN')
})

test('texts of a module are loaded when they are needed, for the current language only', async () => {
  expect(loadOther).not.toHaveBeenCalled()
  expect(await errorText(77777, { name: '林' })).toBe('cn 林')
  expect(loadOther.mock.calls).toEqual([['cn']])
})

test('the texts of screens that are not plain come with the first of them, and then with the others', async () => {
  const parted = (name: string) => async (language: string) => ({
    default: { title: `${name} ${language}` },
    later: async () => ({ default: { form: { name: `${name} ${language}` } } }),
  })
  registerMessages('one', parted('one'))
  registerMessages('two', parted('two'))
  await ensureMessages(['one'])
  expect([textOf('one', 'title'), hasText('one', 'form.name')]).toEqual(['one cn', false])
  await ensureLaterMessages()
  expect([textOf('one', 'title'), textOf('one', 'form.name')]).toEqual(['one cn', 'one cn'])
  await ensureMessages(['two'])
  expect(textOf('two', 'form.name')).toBe('two cn')
  await switchLanguage('en')
  expect(textOf('one', 'form.name')).toBe('one en')
  await switchLanguage('cn')
})

test('an error page says the text of its code, and the default for others', async () => {
  await proves('SHELL-018', async () => expect(await errorText('900005')).toBe('资源已不存在'))
  await proves('SHELL-093', async () => {
    expect(await errorText('19e4')).toBe(cn.errors['190000'])
    expect(await errorText('190000')).toBe(cn.errors['190000'])
  })
  await proves('SHELL-019', async () => expect(await errorText('nonsense')).toBe('操作失败，请稍后重试'))
})

test('English turns every text that is in use, and is kept', async () => {
  await proves('SHELL-010', async () => {
    expect(textOf('kit', 'errors.1')).toBe('没有权限')
    await switchLanguage('en')
    expect(textOf('kit', 'errors.1')).toBe('No permission')
    expect(textOf('other', 'errors.77777', { name: 'Lin' })).toBe('en Lin')
    expect(mapText('join-status', 1)).toBe('Joined')
  })
  expect(followed.at(-1)).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  await proves('SHELL-011', async () => {
    expect(localStorage.getItem('shuyuan.language')).toBe('en')
    vi.resetModules()
    const again = await import('#web/i18n/language.ts')
    expect(again.currentLanguage()).toBe('en')
  })
})
