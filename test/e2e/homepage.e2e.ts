/** The homepage of a member: filled by what they teach, host and choose to show, for those who may see it. */
import { sql } from 'kysely'
import certificatesCn from '#modules/learning/certificates/messages/cn.json' with { type: 'json' }
import certificatesEn from '#modules/learning/certificates/messages/en.json' with { type: 'json' }
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import liveCn from '#modules/live/live/messages/cn.json' with { type: 'json' }
import liveEn from '#modules/live/live/messages/en.json' with { type: 'json' }
import { saveAudience } from '#modules/live/live/server/chosen-audience.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const words = {
  cn: { identity: identityCn, courses: coursesCn, live: liveCn, certificates: certificatesCn },
  en: { identity: identityEn, courses: coursesEn, live: liveEn, certificates: certificatesEn },
} as const
const named = {
  cn: {
    open: '沟通的艺术',
    closed: '研发流程',
    session: '新人答疑',
    own: '部门例会',
    template: '结业证书',
    item: '消防安全',
  },
  en: {
    open: 'Speak clearly',
    closed: 'How we build',
    session: 'Ask me',
    own: 'Team talk',
    template: 'Award',
    item: 'Fire safety',
  },
} as const

for (const language of ['cn', 'en'] as const) {
  const { identity, courses, live, certificates } = words[language]
  const name = named[language]

  test(`a homepage is filled by its member and read by colleagues (${language})`, async ({ open, platform }) => {
    const { companyId, departmentId, db } = platform
    const lecturer = await platform.createAccount(`home-lecturer-${language}`, '江讲师', ['lecturer'])
    const chief = await platform.createAccount(`home-chief-${language}`, '周主管', ['super-admin'])
    const learner = await platform.createAccount(`home-learner-${language}`, '薛学员')
    const outsider = await platform.createAccount(`home-outsider-${language}`, '许外部')
    const elsewhere = await buildOrganization(db, { companyId, parentId: companyId, name: '销售部' })
    await sql`update identity.member set organization_id = ${elsewhere} where id = ${outsider.id}`.execute(db)
    const page = await open(language, lecturer)
    const section = (of: typeof page, title: string) => of.getByRole('region', { name: title, exact: true })

    // Nothing yet: the own page says how each part is filled.
    await page.goto(`/#/personal-homepage/${lecturer.id}`)
    await expect(page.getByRole('heading', { level: 1, name: '江讲师' })).toBeVisible()
    await expect(page.getByText(identity.homepage.bioHint)).toBeVisible()
    for (const hint of [courses.taught.noneHint, live.hosted.noneHint, certificates.shown.noneHint])
      await expect(page.getByText(hint)).toBeVisible()
    await expect(page.getByText(identity.homepage.emptyHint)).toBeHidden()
    await expectAccessible(page)
    // Of somebody else's it says that there is nothing.
    const reader = await open(language, outsider)
    await reader.goto(`/#/personal-homepage/${lecturer.id}`)
    await expect(reader.getByText(identity.homepage.emptyHint)).toBeVisible()
    await expect(reader.getByText(certificates.shown.noneHint)).toHaveCount(0)
    await expectAccessible(reader)

    const author = { id: lecturer.id, companyId, organizationId: departmentId }
    const taught = { author, lecturerId: lecturer.id, chapters: [{ sections: [{ kind: 'text' as const }] }] }
    await buildCourse(db, { ...taught, name: name.open })
    await buildCourse(db, { ...taught, name: name.closed, visibleOrganizationIds: [departmentId] })
    const hosted = { companyId, hostId: lecturer.id, now: Date.now() }
    await buildLive(db, { ...hosted, subject: name.session })
    const own = await buildLive(db, { ...hosted, subject: name.own, shareScope: 4 })
    const audience = { organizationIds: [departmentId], memberIds: [] }
    await saveAudience(db as never, { liveId: own, companyId, audience })
    const templateId = await buildTemplate(db, { author: { ...author, id: chief.id }, name: name.template })
    const given = { templateId, memberId: lecturer.id, itemName: name.item }
    expect(await platform.call(chief, 'POST', '/certificates', given)).toBe(200)

    // The certificate is shown when its holder says so, and not before.
    await reader.reload()
    await expect(section(reader, courses.taught.title)).toBeVisible()
    await expect(reader.getByText(name.item)).toHaveCount(0)
    await page.reload()
    await section(page, certificates.shown.title).getByRole('link', { name: certificates.shown.choose }).click()
    const choice = page.getByRole('switch', { name: certificates.mine.showOf.replace('{name}', name.item) })
    await expect(choice).not.toBeChecked()
    await choice.click()
    await expect(choice).toBeChecked()
    await expectAccessible(page)
    await page.goBack()
    await expect(section(page, certificates.shown.title)).toContainText(name.item)
    await expectAccessible(page)

    // A colleague of another department reads what is open to them, on a phone in the dark.
    const phone = await open(language, outsider, { width: 390, dark: true })
    await phone.goto(`/#/personal-homepage/${lecturer.id}`)
    await expect(section(phone, courses.taught.title)).toContainText(name.open)
    await expect(section(phone, live.hosted.title)).toContainText(name.session)
    await expect(section(phone, certificates.shown.title)).toContainText(name.item)
    for (const closed of [name.closed, name.own]) await expect(phone.getByText(closed)).toHaveCount(0)
    await expectAccessible(phone)
    // One of the own department reads all of it.
    const near = await open(language, learner)
    await near.goto(`/#/personal-homepage/${lecturer.id}`)
    await expect(section(near, courses.taught.title)).toContainText(name.closed)
    await expect(section(near, live.hosted.title)).toContainText(name.own)
  })
}
