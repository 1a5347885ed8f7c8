/** The screens of lives: home, application with and without approval, sharing, management, settings, the ways in. */
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { shiftMax, takeShift, watchShift } from './layout-shift.ts'
import { chooseStart, fillForm, HOUR_MS, openForm, words } from './live-form.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

function hostOf(platform: Platform, account: Account) {
  return { companyId: platform.companyId, organizationId: platform.departmentId, hostId: account.id, now: Date.now() }
}

/** A picture file of exactly so many bytes: what comes after the end of a PNG is not looked at. */
async function pictureOf(sizeBytes: number) {
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#1a6' } })
    .png()
    .toBuffer()
  const buffer = Buffer.concat([picture, Buffer.alloc(sizeBytes - picture.length)])
  return { name: 'cover.png', mimeType: 'image/png', buffer }
}

const actionsOf = (row: Locator) => row.locator('.lv-row-actions button').allInnerTexts()

for (const language of languagesOf('en')) {
  const { files, live, kit, sharing } = words[language]

  test(`the home shows what runs and comes, and finds lives by their name (${language})`, async ({
    platform,
    open,
  }) => {
    const host = await platform.createAccount(`live-home-${language}`, '周明', ['lecturer'])
    const now = Date.now()
    const place = hostOf(platform, host)
    const named = (subject: string) => `${subject} ${language}`
    await buildLive(platform.db, { ...place, subject: named('数据安全'), status: 2, startTime: now - HOUR_MS / 2 })
    const next = await buildLive(platform.db, { ...place, subject: named('晨会'), description: '只在简介里的词' })
    for (let count = 0; count < 12; count++)
      await buildLive(platform.db, {
        ...place,
        subject: named(`往期${count}`),
        status: 3,
        startTime: now - (count + 2) * HOUR_MS,
      })
    const page = await open(language, host)
    await watchShift(page)
    await page.goto('/#/live/index')
    const list = page.locator('#lv-lists')
    await proves('LIVE-001', async () => {
      await expect(page.getByRole('heading', { name: live.home.title, exact: true })).toBeVisible()
      await expect(page.locator('.lv-feature').getByText(live.card.onAir)).toBeVisible()
      const timeline = page.getByRole('region', { name: live.home.schedule, exact: true }).last()
      await expect(timeline.getByRole('link', { name: named('晨会') })).toBeVisible()
      await expect(list.locator('.lv-card')).toHaveCount(10)
      expect((await takeShift(page)).sum).toBeLessThan(shiftMax)
      await expect(page.getByRole('button', { name: live.home.apply })).toBeVisible()
      await expect(page.locator('main').getByRole('link', { name: live.home.manage })).toBeVisible()
    })
    await expectAccessible(page)

    await proves('LIVE-029', async () => {
      await page.getByRole('searchbox', { name: live.home.search }).fill(named('晨会'))
      await expect(list.locator('.lv-card')).toHaveCount(1)
      await page.getByRole('searchbox', { name: live.home.search }).fill('只在简介里的词')
      await expect(list.getByText(live.home.noMatch.replace('{search}', '只在简介里的词'))).toBeVisible()
    })
    await proves('LIVE-002', async () => {
      await page.goto('/#/live/hotlive-page')
      await expect(page.locator('.lv-card')).toHaveCount(10)
      await expect(page.locator('.sy-pager')).toBeVisible()
    })
    await expectAccessible(page)

    // A viewer reserves it, and sees it in their calendar program.
    const viewer = await platform.createAccount(`live-viewer-${language}`, '林知远')
    const phone = await open(language, viewer, { width: 390, dark: true })
    await proves('LIVE-011', async () => {
      await phone.goto(`/#/activity/gensee/detail/${next}`)
      await expect(phone.getByRole('heading', { level: 1, name: named('晨会') })).toBeVisible()
      await expect(phone.getByRole('timer', { name: live.detail.countdown })).toBeVisible()
    })
    await phone.locator('.lv-stage-front').getByRole('button', { name: live.detail.reserve }).click()
    await expect(phone.getByText(kit['reservation-successful'])).toBeVisible()
    await expect(phone.locator('.lv-stage-front').getByRole('button', { pressed: true })).toBeVisible()
    const [file] = await Promise.all([
      phone.waitForEvent('download'),
      phone.getByRole('button', { name: live.detail.calendar }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(`UID:live-${next}@shuyuan`)
    await expectAccessible(phone)
    const { rows } =
      await sql`select 1 from live.reservation where live_id = ${next} and member_id = ${viewer.id}`.execute(
        platform.db,
      )
    expect(rows).toHaveLength(1)
  })

  test(`a live is applied for, and its links are shared (${language})`, async ({ platform, open }) => {
    const host = await platform.createAccount(`live-host-${language}`, '周明', ['lecturer'])
    const page = await open(language, host)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    const form = await openForm(page, language)
    const width = (dialog: Locator) => dialog.evaluate((element) => element.closest('.ant-modal')?.clientWidth)
    await proves(['LIVE-013', 'LIVE-019'], async () => {
      expect(await width(form)).toBe(1200)
      await expect(form.getByLabel(live.form.subject, { exact: true })).toBeVisible()
    })
    await expectAccessible(page)

    // The first of what is missing takes the focus, and nothing is sent.
    await form.getByLabel(live.form.planNumber).fill('12a')
    await proves('LIVE-117', () =>
      expect(form.getByRole('button', { name: live.form.button.confirm, exact: true })).toBeVisible(),
    )
    await form.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
    const says = (problem: keyof typeof live.form.problem) =>
      expect(form.getByText(live.form.problem[problem])).toBeVisible()
    await proves('LIVE-091', () => says('subjectNeeded'))
    await proves('LIVE-093', () => says('startNeeded'))
    await proves('LIVE-096', async () => {
      await says('liveModeNeeded')
      await says('shareScopeNeeded')
    })
    await proves('LIVE-097', async () => {
      const digitsOnly = form.getByText(live.form.problem.digits.replace('{max}', '5'))
      await expect(digitsOnly).toBeVisible()
      await form.getByLabel(live.form.planNumber).fill('12345')
      await expect(digitsOnly).toBeHidden()
      await form.getByLabel(live.form.planNumber).fill('12a')
    })
    await proves('LIVE-102', async () => {
      await form.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
      await expect(form.getByLabel(live.form.subject, { exact: true })).toBeFocused()
      expect(sent.filter((path) => path.includes('live'))).toEqual([])
    })
    await expectAccessible(page)
    await proves('LIVE-100', async () => {
      const cut = page.getByRole('dialog', { name: files.cover.cut })
      await form.locator('input[type=file]').setInputFiles(await pictureOf(512_000))
      await expect(page.getByText(kit['only-under-500kb'])).toBeVisible()
      await expect(cut).toHaveCount(0)
      expect(sent.filter((path) => /live|file/.test(path))).toEqual([])
      // One byte less is cut and uploaded.
      await form.locator('input[type=file]').setInputFiles(await pictureOf(511_999))
      await cut.getByRole('button', { name: files.cover.use }).click()
      await expect(cut).toHaveCount(0)
      await expect(form.getByRole('button', { name: files.cover.replace })).toBeVisible()
      expect(sent.filter((path) => path.includes('file'))).toHaveLength(1)
    })

    const subject = `安全生产公开课 ${language}`
    await form.getByLabel(live.form.planNumber).fill('80')
    await fillForm(form, language, subject)
    const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS
    await chooseStart(form, language, start)
    await proves('LIVE-038', async () => {
      await expect(form.getByLabel(live.form.startTime, { exact: true })).toHaveValue(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
    })
    const share = page.getByRole('dialog', { name: live.share.title })
    await proves('LIVE-118', async () => {
      // Looked for from before the press: it stays for 2.5 s only.
      const said = page.getByText(kit['reservation-successful']).waitFor()
      await form.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
      await said
      await expect(share).toBeVisible()
    })
    await proves('LIVE-021', () =>
      expect(share.getByRole('heading', { name: kit['application-succeeded'] })).toBeVisible(),
    )
    await proves('LIVE-023', () => expect(share.getByText(kit['arrange-time'])).toBeVisible())
    await proves(['LIVE-014', 'LIVE-020'], async () => expect(await width(share)).toBe(800))
    await expectAccessible(page)
    const roles = live.maps['live-role']
    const linked = ['student', 'external-host', 'external-panelist', 'external-student'] as const
    await proves('LIVE-024', async () => {
      for (const role of linked) await expect(share.getByText(roles[role], { exact: true })).toBeVisible()
      await expect(share.getByRole('button', { name: live.share.copyAll })).toBeVisible()
    })
    let copied = ''
    await proves('LIVE-025', async () => {
      await share.getByRole('button', { name: live.share.copyAll }).click()
      await expect(page.getByText(kit['copy-success'])).toBeVisible()
      copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied.split('\n').map((line) => line.split(/：|: /)[0])).toEqual(linked.map((role) => roles[role]))
      expect(copied).toMatch(/lives\/keylogin\/[0-9a-f-]{36}\?token=\S{20}/)
    })
    const frame = share.getByRole('img', { name: live.share.qr })
    await proves('LIVE-026', async () => {
      const code = frame.locator('canvas')
      expect(await code.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([200, 200])
      await expect(share.getByRole('button', { name: sharing.qr.save })).toBeVisible()
    })
    await proves('LIVE-027', async () => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        share.getByRole('button', { name: sharing.qr.save }).click(),
      ])
      expect(await sharp(await saved.path()).metadata()).toMatchObject({ width: 570, height: 570 })
    })

    // A link that is taken back is another one afterwards.
    const label = roles['external-student']
    await share.getByRole('button', { name: live.share.revokeOne.replace('{role}', label) }).click()
    await page.getByRole('tooltip').getByRole('button').last().click()
    await expect(page.getByText(live.share.revoked)).toBeVisible()
    const studentLink = share.locator('li', { hasText: label }).locator('code')
    await expect(studentLink).not.toHaveText(copied.split('\n').at(-1)?.split(/：|: /)[1] ?? '')
    await proves('LIVE-127', async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

  test(`a live is looked at, changed, cancelled and published again (${language})`, async ({ platform, open }) => {
    const host = await platform.createAccount(`live-manager-${language}`, '周明', ['lecturer'])
    const subject = `季度复盘 ${language}`
    const place = hostOf(platform, host)
    await buildLive(platform.db, { ...place, subject })
    const over = `往期公开课 ${language}`
    await buildLive(platform.db, { ...place, subject: over, status: 3, startTime: Date.now() - 3 * HOUR_MS })
    const page = await open(language, host)
    // A page with an address (decision 111); the dialog's old address leads to it, with its filters.
    await page.goto('/#/live/index?manage=1&status=1')
    await expect(page).toHaveURL(/#\/live\/manage\?status=1$/)
    await page.goto('/#/live/index')
    await page.locator('main').getByRole('link', { name: live.home.manage }).click()
    const table = page.locator('main')
    await expect(table.getByRole('heading', { level: 1, name: live.manage.title })).toBeVisible()
    const row = table.getByRole('row', { name: subject })
    const { action } = live.manage
    await proves('LIVE-016', () => expect(row).toBeVisible())
    // What is over has no action of its own; the form of another one like it has all but the time.
    const past = table.getByRole('row', { name: over })
    await expect(past.locator('.lv-after').getByRole('link')).toHaveText(
      [live.after.attendance, live.after.copy].map((text) => new RegExp(text)),
    )
    await past.getByRole('link', { name: live.after.copy }).click()
    const copy = page.getByRole('dialog', { name: live.form.titleCopy })
    const named = copy.getByLabel(live.form.subject, { exact: true })
    await expect(named).toHaveValue(new RegExp(`^${over} ?[(（]2[)）]$`))
    await expect(copy.getByLabel(live.form.startTime, { exact: true })).toHaveValue('')
    await expectAccessible(page)
    await chooseStart(copy, language, Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS)
    await copy.getByRole('radio', { name: live.maps['share-scope']['4'] }).check()
    await copy.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
    await expect(copy.getByText(live.form.problem.audienceNeeded)).toBeVisible()
    await expectAccessible(page)
    await copy.getByRole('radio', { name: live.maps['share-scope']['1'] }).check()
    await copy.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
    await expect(page.getByRole('dialog', { name: live.share.title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/#\/live\/manage$/)
    await expect(table.getByRole('row', { name: over })).toHaveCount(2)
    const offered = [action.start, action.share, action.view, action.edit, action.cancel]
    await proves('LIVE-064', async () => expect(await actionsOf(row)).toEqual(offered))
    await expectAccessible(page)

    await proves('LIVE-082', async () => {
      await row.getByRole('button', { name: action.view, exact: true }).click()
      const view = page.getByRole('dialog', { name: live.form.titleView })
      await expect(view.getByLabel(live.form.subject, { exact: true })).toBeDisabled()
      expect(await view.locator('.lv-form :is(input, textarea):not(:disabled)').count()).toBe(0)
      await expect(view.getByRole('button', { name: live.form.button.save, exact: true })).toHaveCount(0)
      await view.getByRole('button', { name: live.form.close, exact: true }).last().click()
    })

    await row.getByRole('button', { name: action.edit, exact: true }).click()
    const edit = page.getByRole('dialog', { name: live.form.titleEdit })
    await proves('LIVE-087', () =>
      expect(edit.getByRole('radio', { name: live.maps['live-mode']['1'] })).toBeDisabled(),
    )
    await proves('LIVE-083', async () => {
      await expect(edit.getByLabel(live.form.subject, { exact: true })).toBeEnabled()
      await expect(edit.getByRole('button', { name: live.form.button.save, exact: true })).toBeVisible()
    })
    await proves('LIVE-081', async () => {
      await edit.getByLabel(live.form.planNumber).fill('120')
      await edit.getByRole('button', { name: live.form.button.save, exact: true }).click()
      await expect(page.getByText(kit['modified-successfully'])).toBeVisible()
    })

    await expect(edit).toBeHidden()
    const asked = (text: string) => page.getByRole('tooltip', { name: text })
    // The table is read again after a change: a question that opened just before is gone with its row.
    const askToCancel = () =>
      expect(async () => {
        await row.getByRole('button', { name: action.cancel, exact: true }).click()
        await expect(asked(kit['cancel-confirm'])).toBeVisible({ timeout: 3000 })
      }).toPass({ timeout: 240_000 })
    const changed: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && changed.push(request.url()))
    await proves('LIVE-073', async () => {
      await askToCancel()
      await asked(kit['cancel-confirm']).getByRole('button').first().click()
      expect(await actionsOf(row)).toContain(action.cancel)
      expect(changed.filter((url) => url.includes('/live/'))).toEqual([])
    })
    await askToCancel()
    await asked(kit['cancel-confirm']).getByRole('button').last().click()
    await proves(['LIVE-075', 'LIVE-076'], () => expect(page.getByText(kit['withdrawn-successfully'])).toBeVisible())
    const afterwards = [action.republish, action.view, action.edit]
    await proves(['LIVE-066', 'LIVE-074'], () => expect.poll(() => actionsOf(row)).toEqual(afterwards))
    await proves('LIVE-077', async () => {
      changed.length = 0
      await row.getByRole('button', { name: action.republish, exact: true }).click()
      await asked(kit['republish-confirm']).getByRole('button').first().click()
      await expect(asked(kit['republish-confirm'])).toBeHidden()
      expect(await actionsOf(row)).toEqual(afterwards)
      expect(changed.filter((url) => url.includes('/live/'))).toEqual([])
    })
    await proves('LIVE-078', async () => {
      await row.getByRole('button', { name: action.republish, exact: true }).click()
      await asked(kit['republish-confirm']).getByRole('button').last().click()
      await expect(page.getByText(kit['republished-successfully'])).toBeVisible()
      await expect.poll(() => actionsOf(row)).toContain(action.start)
    })
  })

  test(`a live goes to its approvers, and again after it was refused (${language})`, async ({ platform, open }) => {
    const applicant = await platform.createAccount(`live-applicant-${language}`, '林知远')
    const approver = await platform.createAccount(`live-approver-${language}`, '沈岚', ['super-admin'])
    const place = { companyId: platform.companyId, organizationId: platform.departmentId, businessType: 2 }
    await buildTemplate(platform.db, { ...place, now: Date.now() }, [buildStep([approver.id])])
    const page = await open(language, applicant)
    const polled: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/live\/new\/[0-9a-f-]{36}$/.test(pathname)) polled.push(pathname)
    })
    const form = await openForm(page, language)
    await proves('LIVE-106', async () => {
      await expect(form.getByRole('radio', { name: live.maps['live-form-type']['1'] })).toBeDisabled()
      await expect(form.getByRole('radio', { name: live.maps['live-form-type']['2'] })).toBeChecked()
    })
    await proves('LIVE-107', async () => {
      await expect(form.getByRole('button', { name: live.form.button.apply, exact: true })).toBeVisible()
      await expect(form.getByRole('button', { name: live.form.button.confirm, exact: true })).toHaveCount(0)
    })
    const subject = `新人分享 ${language}`
    await fillForm(form, language, subject)
    await chooseStart(form, language, Date.now() + 48 * HOUR_MS)
    await form.getByRole('button', { name: live.form.button.apply, exact: true }).click()
    const information = page.getByRole('dialog', { name: live.approval.title })
    await proves(['LIVE-015', 'LIVE-108'], async () => {
      await expect(information.getByText(subject)).toBeVisible()
      await expect(information.getByRole('button', { name: live.approval.think })).toBeVisible()
      await expect(information.getByRole('button', { name: live.approval.submit })).toBeVisible()
    })
    await expectAccessible(page)
    await proves('LIVE-109', async () => {
      const sent: string[] = []
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
      await information.getByRole('button', { name: live.approval.think }).click()
      await expect(information).toBeHidden()
      await expect(form.getByLabel(live.form.subject, { exact: true })).toHaveValue(subject)
      expect(sent.filter((url) => url.includes('/live/'))).toEqual([])
    })
    await form.getByRole('button', { name: live.form.button.apply, exact: true }).click()
    await information.getByRole('button', { name: live.approval.submit }).click()
    await proves('LIVE-112', () => expect(page.getByText(kit['submitted-for-approval'])).toBeVisible())
    await proves('LIVE-111', () => expect(page.getByRole('dialog')).toHaveCount(0))
    await proves('LIVE-110', () => expect(polled).toEqual([]))

    await page.locator('main').getByRole('link', { name: live.home.manage }).click()
    const row = page.getByRole('row', { name: subject })
    const { action } = live.manage
    await proves('LIVE-067', () => expect.poll(() => actionsOf(row)).toEqual([action['approval-detail']]))
    await sql`update live.live set approval_status = 3 where host_id = ${applicant.id}`.execute(platform.db)
    await page.reload()
    const twoActions = [action['approval-detail'], action.submit]
    await proves('LIVE-068', () => expect.poll(() => actionsOf(row)).toEqual(twoActions))
    await row.getByRole('button', { name: action['approval-detail'] }).click()
    await expect(page).toHaveURL(/center\/approvals\/[0-9a-f-]{36}$/)

    // With the entrance closed pressing it opens nothing.
    const closed = JSON.stringify({ switchOpen: '0' })
    await sql`insert into settings.rule_config (company_id, key, value, updated_by, updated_at)
      values (${platform.companyId}, 'LIVE_ENTRANCE_SWITCH', ${closed}, ${approver.id}, ${Date.now()})`.execute(
      platform.db,
    )
    await proves('LIVE-105', async () => {
      await page.goto('/#/live/index')
      await page.getByRole('button', { name: live.home.apply }).click()
      await expect(page.getByText(kit['live-not-enabled'])).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

  test(`administrators choose suppliers; outside people come in by their link (${language})`, async ({
    platform,
    open,
  }) => {
    const admin = await platform.createAccount(`live-admin-${language}`, '沈岚', ['super-admin'])
    const page = await open(language, admin)
    await page.goto('/#/manage/lives')
    await expect(page.getByRole('switch', { name: live.admin.approvalSwitch })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: live.admin.supplierAdd }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: live.admin.save, exact: true }).click()
    await expect(dialog.getByText(live.admin.organizationChoose).last()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: live.form.cancel }).click()
    await page.getByRole('button', { name: live.admin.bannerAdd }).click()
    await dialog.getByLabel(live.admin.bannerLink).fill('example.cn')
    await dialog.getByRole('button', { name: live.admin.save, exact: true }).click()
    await expect(dialog.getByText(live.admin.bannerPictureNeeded)).toBeVisible()
    await expect(dialog.getByText(live.admin.bannerLinkWrong)).toBeVisible()
    await expectAccessible(page)

    const visitor = await open(language, undefined, { width: 390 })
    await proves('LIVE-005', async () => {
      await visitor.goto('/#/lives/keylogin')
      await visitor.getByLabel(live.keylogin.link).fill('https://example.cn/nothing')
      await visitor.getByRole('button', { name: live.keylogin.enter, exact: true }).click()
      await expect(visitor.getByText(live.keylogin.noToken)).toBeVisible()
    })
    await expectAccessible(visitor)
    await proves('LIVE-004', async () => {
      await visitor.goto(`/#/live/detail/${admin.id}/100316`)
      await expect(visitor.getByText(language === 'cn' ? '直播已结束' : 'The live session has ended')).toBeVisible()
      await visitor.goto(`/#/live/detail/${admin.id}/a-code-of-a-link-that-nobody-made`)
      await expect(visitor).toHaveURL(/lives\/keylogin\/[0-9a-f-]{36}\?token=a-code/)
      await expect(visitor.getByRole('alert')).toBeVisible()
    })
  })
}
