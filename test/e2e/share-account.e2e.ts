/** A team is founded, edited, joined by its code and handed over. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    apply: '立即申请',
    name: '账户名称',
    topics: '擅长的话题',
    crop: '使用这张图片',
    submit: '提交申请',
    edit: '编辑资料',
    save: '保存',
    done: '修改成功',
    code: '邀请码',
    join: '加入',
    handOver: '移交',
    confirm: '确定',
    topicNeeded: '请至少选择一个话题',
    submitted: '信息修改已提交，等待审批',
    pending: '已有申请正在审批中',
    agree: '同意',
  },
  en: {
    apply: 'Apply',
    name: 'Account name',
    topics: 'Topics',
    crop: /^Use/,
    submit: 'Apply',
    edit: 'Edit',
    save: 'Save',
    done: 'Changes saved',
    code: 'Invitation code',
    join: 'Join',
    handOver: 'Hand over',
    confirm: 'Confirm',
    topicNeeded: 'Please choose at least one topic',
    submitted: 'Changes submitted for approval',
    pending: /already pending/i,
    agree: 'Approve',
  },
} as const

/** What approvals call the change of a share account. */
const accountEdit = 4

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`a team from its application to its handing over (${language})`, async ({ platform, open }) => {
    const founder = await platform.createAccount(`founder-${language}`, '周明')
    const joiner = await platform.createAccount(`joiner-${language}`, '林知远')
    const page = await open(language, founder)
    await page.goto('/#/share-study/certification-acount')
    const chosen = page.locator('section', { hasText: /团队账户|Team account/ }).getByRole('link', { name: t.apply })
    await proves('COMMUNITY-007', () => expect(chosen).toBeVisible())
    await expectAccessible(page)
    await chosen.click()

    // What is missing is said at its place, and nothing is sent.
    await page.getByLabel(t.name).fill(language === 'cn' ? '安全先锋队' : 'Security pioneers')
    await proves('COMMUNITY-008', async () => {
      await expect(page).toHaveURL(/share-study\/certification-info/)
      // The form may still be moving into its place when it is pressed for the first time.
      await expect(async () => {
        await page.getByRole('button', { name: t.submit }).click()
        await expect(page.getByText(t.topicNeeded)).toBeVisible({ timeout: 3000 })
      }).toPass({ timeout: 240_000 })
    })
    await expectAccessible(page)
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1f5c85' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'team.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('dialog').getByRole('button', { name: t.crop }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('combobox', { name: t.topics }).fill('安全')
    await page.keyboard.press('Enter')
    await expect(page.locator('.topic-chips').getByText('安全')).toBeVisible()
    await page.getByRole('button', { name: t.submit }).click()
    await proves(['COMMUNITY-011', 'COMMUNITY-029'], async () => {
      await expect(page).toHaveURL(/share-team\/team-content\/[0-9a-f-]{36}$/)
      await expect(
        page.getByRole('heading', { name: language === 'cn' ? '安全先锋队' : 'Security pioneers' }),
      ).toBeVisible()
      await expect(page.getByText('安全', { exact: true }).first()).toBeVisible()
    })
    await expectAccessible(page)

    await proves('COMMUNITY-030', async () => {
      await page.getByRole('button', { name: t.edit }).click()
      await expect(page.getByRole('dialog').getByRole('combobox', { name: t.topics })).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('textbox')).not.toHaveCount(0)
      await page.getByRole('dialog').getByLabel(t.name).fill(`${language}-数据安全小组`)
    })
    await proves('COMMUNITY-063', async () => {
      await page.getByRole('dialog').getByRole('button', { name: t.save, exact: true }).click()
      await expect(page.getByText(t.done)).toBeVisible()
      await expect(page.getByRole('heading', { name: `${language}-数据安全小组` })).toBeVisible()
    })
    const id = page.url().split('/').at(-1)
    await proves('COMMUNITY-066', async () => {
      expect(await page.evaluate(() => sessionStorage.getItem('teamID'))).toBe(id)
    })

    // A change that needs approval waits for it: the screen says so, and refuses a second one meanwhile.
    const { companyId, db } = platform
    const approver = await platform.createAccount(`edit-approver-${language}`, '沈墨', ['super-admin'])
    await buildTemplate(db, { companyId, businessType: accountEdit, now: Date.now() }, [buildStep([approver.id])])
    await page.getByRole('button', { name: t.edit }).click()
    await page.getByRole('dialog').getByLabel(t.name).fill(`${language}-安全学院`)
    await page.getByRole('dialog').getByRole('button', { name: t.save, exact: true }).click()
    await proves('COMMUNITY-061', () => expect(page.getByText(t.submitted)).toBeVisible())
    await proves('COMMUNITY-062', () =>
      expect(page.getByRole('heading', { name: `${language}-数据安全小组` })).toBeVisible(),
    )
    await page.getByRole('button', { name: t.edit }).click()
    await expect(page.getByText(t.pending)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const desk = await open(language, approver)
    await desk.goto('/#/center/approvals/list/waiting')
    await desk
      .getByRole('link', { name: new RegExp(`${language}-`) })
      .first()
      .click()
    await desk.getByRole('button', { name: t.agree, exact: true }).click()
    await desk.getByRole('dialog').locator('.ant-modal-footer').getByRole('button', { name: t.agree }).click()
    await expect(desk.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: `${language}-安全学院` })).toBeVisible()
    await page.goto('/#/member-manage')
    await proves('COMMUNITY-023', async () => {
      await expect(page.getByRole('row', { name: /周明/ })).toBeVisible()
      await expect(page.locator('code')).toHaveText(/^[0-9A-Z]{8}$/)
    })
    const code = await page.locator('code').textContent()
    await expectAccessible(page)
    const other = await open(language, joiner, { width: 390 })
    await other.goto('/#/share-study/certification-acount')
    await other.getByRole('textbox', { name: t.code }).fill(code ?? '')
    await proves('COMMUNITY-068', async () => {
      await other.getByRole('button', { name: t.join, exact: true }).click()
      await expect(other.getByRole('heading', { name: `${language}-安全学院` })).toBeVisible()
    })
    await proves('COMMUNITY-064', async () => {
      await expect(other.getByRole('button', { name: t.edit })).toHaveCount(0)
    })
    await expectAccessible(other)

    await page.reload()
    await page
      .getByRole('row', { name: /林知远/ })
      .getByRole('button', { name: t.handOver })
      .click()
    await page.getByRole('tooltip').getByRole('button', { name: t.confirm }).click()
    await expect(page.getByText(t.done)).toBeVisible()
    const { rows } = await sql<{ member_type: number }>`select member_type from community.account_member
      where account_id = ${id} and member_id = ${joiner.id}`.execute(platform.db)
    expect(rows).toEqual([{ member_type: 0 }])
  })
}
