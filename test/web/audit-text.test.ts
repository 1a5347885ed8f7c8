import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import operationsCn from '#modules/platform/operations/messages/cn.json' with { type: 'json' }
import operationsEn from '#modules/platform/operations/messages/en.json' with { type: 'json' }
import { fieldText, subjectNameText, valueText } from '#modules/platform/operations/web/admin/audit-text.ts'
import { registerMessages, startTexts, switchLanguage, textOf } from '#web/i18n/texts.ts'

beforeAll(async () => {
  registerMessages('identity', (language) => Promise.resolve({ default: language === 'cn' ? identityCn : identityEn }))
  registerMessages('operations', (language) =>
    Promise.resolve({ default: language === 'cn' ? operationsCn : operationsEn }),
  )
  await startTexts(['identity', 'operations'])
})

const t = (key: string) => textOf('operations', key)
const madeRole = '01933333-7777-7000-8000-0123456789ab'

it('an instant in the log has the usual format in any language of the browser', () => {
  const at = new Date(2026, 10, 5, 9, 4, 7).getTime()
  expect(valueText((key) => key, 'finishTime', at)).toBe('2026-11-05 09:04:07')
})

it.each([
  ['cn', '讲师：管理组织架构', '培训专员：制作自己的课程', '班主任', '自定义角色', '复制自'],
  ['en', 'Lecturer: Manage organizations', '培训专员: Create courses', 'Class teacher', 'Custom role', 'Copied from'],
] as const)('roles and permissions are said in words, not in codes (%s)', async (language, ...texts) => {
  await switchLanguage(language)
  const nameOf = (name: string) => subjectNameText('identity.changePermission', 'permission', name)
  expect([
    nameOf('lecturer: organization.manage'),
    nameOf('培训专员: course.author'),
    valueText(t, 'copyOf', 'class-teacher'),
    valueText(t, 'role', madeRole),
    fieldText('identity.copyRole', 'copyOf', { type: 'role', name: '培训专员' }),
  ]).toEqual(texts)
  expect(valueText(t, 'permission', 'organization.manage')).not.toContain('organization.manage')
})
