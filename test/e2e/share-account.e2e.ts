/** A team is founded, edited, joined by its code and handed over. */
import { sql } from 'kysely'
import sharp from 'sharp'
import communityCn from '#modules/community/community/messages/cn.json' with { type: 'json' }
import communityEn from '#modules/community/community/messages/en.json' with { type: 'json' }
import contentsCn from '#modules/community/contents/messages/cn.json' with { type: 'json' }
import contentsEn from '#modules/community/contents/messages/en.json' with { type: 'json' }
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    ...{ analysis: communityCn.analysis, manage: contentsCn.manage, maps: contentsCn.maps },
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
    tooLarge: '头像大小不能超过3MB',
    wrongFormat: '头像仅支持jpg、jpeg、png格式',
    uploadFailed: '上传失败',
    distribute: /分配/,
    coinTable: /学币|流水/,
  },
  en: {
    ...{ analysis: communityEn.analysis, manage: contentsEn.manage, maps: contentsEn.maps },
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
    tooLarge: 'The avatar must not exceed 3 MB',
    wrongFormat: 'The avatar must be jpg, jpeg or png',
    uploadFailed: 'Upload failed',
    distribute: /distribute/i,
    coinTable: /coin/i,
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
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await proves('COMMUNITY-057', async () => {
      await choose('team.png', 'image/png', Buffer.alloc(3 * 1024 * 1024 + 1))
      await expect(page.getByText(t.tooLarge)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await proves('COMMUNITY-058', async () => {
      await choose('team.gif', 'image/gif', picture)
      await expect(page.getByText(t.wrongFormat)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await choose('team.png', 'image/png', picture)
    const crop = page.getByRole('dialog').getByRole('button', { name: t.crop })
    await proves('COMMUNITY-059', async () => {
      const uploads = '**/cropper-upload'
      await page.route(uploads, (route) => route.fulfill({ status: 500, body: '' }))
      await crop.click()
      await expect(page.getByText(t.uploadFailed)).toBeVisible()
      await page.unroute(uploads)
    })
    await crop.click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('combobox', { name: t.topics }).fill('安全')
    await page.keyboard.press('Enter')
    await expect(page.locator('.topic-chips').getByText('安全')).toBeVisible()
    const applied = page.waitForRequest((request) => /\/come-enjoy\/apply$/.test(request.url()))
    await page.getByRole('button', { name: t.submit }).click()
    await proves('COMMUNITY-050', async () => {
      const request = await applied
      expect(request.method()).toBe('POST')
      expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded')
      expect(new URLSearchParams(request.postData() ?? '').get('enjoyType')).toBe('1')
    })
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
    await proves('COMMUNITY-060', async () => {
      let sent = 0
      page.on('request', (request) => {
        if (/\/come-enjoy\/update\/apply$/.test(request.url())) sent += 1
      })
      await page.getByRole('button', { name: t.edit }).click()
      await expect(page.getByText(t.pending)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(sent).toBe(0)
    })
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
    await proves('COMMUNITY-065', async () => {
      for (const type of [2, 1]) {
        await sql`update community.account_member set member_type = ${type}
          where account_id = ${id} and member_id = ${joiner.id}`.execute(db)
        await other.goto(`/#/share-team/team-content/${id}`)
        await other.reload()
        await expect(other.getByRole('heading', { name: `${language}-安全学院` })).toBeVisible()
        await expect(other.getByRole('button', { name: t.edit })).toHaveCount(0)
        await other.goto('/#/learncoin-manage')
        await expect(other.getByRole('heading', { level: 1 })).toHaveText(t.coinTable)
        await expect(other.getByRole('button', { name: t.distribute })).toHaveCount(0)
      }
      await page.goto('/#/learncoin-manage')
      await expect(page.getByRole('button', { name: t.distribute })).toBeVisible()
    })
    await sql`update community.account_member set member_type = 2
      where account_id = ${id} and member_id = ${joiner.id}`.execute(db)

    // What the team has published: its figures, and what can be done with each content.
    const title = language === 'cn' ? '班前会怎么开' : 'Before a shift'
    await buildContent(db, { companyId, accountId: id ?? '', authorId: founder.id, title })
    await page.goto('/#/output-detail')
    // A list that was seen before is kept for who comes back.
    await page.reload()
    await proves('COMMUNITY-024', async () => {
      await expect(page.getByRole('heading', { level: 1, name: t.analysis.title })).toBeVisible()
      const total = page.getByRole('region', { name: t.analysis.total })
      await expect(total.getByText(t.analysis.contents)).toBeVisible()
      await expect(page.getByRole('article', { name: title })).toBeVisible()
    })
    await expectAccessible(page)
    await page.goto('/#/publish-manage')
    await proves('COMMUNITY-071', async () => {
      const row = page.getByRole('listitem').filter({ hasText: title })
      const menu = async (action: string) => {
        await row.getByRole('button').click()
        await page.getByRole('menuitem', { name: action, exact: true }).click()
      }
      await menu(t.manage.close)
      await expect(row).toHaveCount(0)
      await page.getByRole('tab', { name: t.manage.closed, exact: true }).click()
      await expect(row.getByText(t.maps['community-content-state'].closed)).toBeVisible()
      await menu(t.manage.activate)
      await expect(row).toHaveCount(0)
      await page.getByRole('tab', { name: t.manage.active, exact: true }).click()
      await menu(t.manage.remove)
      const question = page.getByRole('dialog')
      await question.locator('.ant-modal-footer').getByRole('button', { name: t.manage.remove }).click()
      await expect(row).toHaveCount(0)
    })
    await page.goto('/#/member-manage')

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
