/** The audit log says roles and permissions, whose words are those of identity. */
import './browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { auditText } from '#modules/platform/operations/web/admin/audit-text.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import { startAllTexts } from './all-texts.ts'

beforeAll(() => startAllTexts())

const madeRole = '01933333-7777-7000-8000-0123456789ab'

it.each([
  ['cn', '讲师：管理组织架构', '培训专员：制作自己的课程', '班主任', '自定义角色', '复制自'],
  ['en', 'Lecturer: Manage organizations', '培训专员: Create courses', 'Class teacher', 'Custom role', 'Copied from'],
] as const)('roles and permissions are said in words, not in codes (%s)', async (language, ...texts) => {
  await switchLanguage(language)
  const nameOf = (name: string) => auditText.subjectName('identity.changePermission', 'permission', name)
  expect([
    nameOf('lecturer: organization.manage'),
    nameOf('培训专员: course.author'),
    auditText.value('copyOf', 'class-teacher'),
    auditText.value('role', madeRole),
    auditText.field('identity.copyRole', 'copyOf', { type: 'role', name: '培训专员' }),
  ]).toEqual(texts)
  expect(auditText.value('permission', 'organization.manage')).not.toContain('organization.manage')
})
