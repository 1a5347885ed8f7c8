/** The other pages of a live: inside a class, for its lecturers, in the provider's container, to be shared; and a second application. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { chooseStart, fillForm, HOUR_MS, openForm, words } from './live-form.ts'
import { proves } from './proves.ts'

test.use({ actionTimeout: 30_000 })

for (const language of languagesOf('en')) {
  const { live, rooms, sharing } = words[language]

  test(`a live is applied for twice in a row, and opened in every way (${language})`, async ({ platform, open }) => {
    const host = await platform.createAccount(`ways-host-${language}`, '秦越', ['lecturer'])
    const page = await open(language, host)
    const first = `叉车安全第一讲 ${language}`
    const share = page.getByRole('dialog', { name: live.share.title })
    const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS
    for (const subject of [first, `叉车安全第二讲 ${language}`]) {
      const form = await openForm(page, language)
      // Nothing of the application before is left in it, the second time.
      await proves('LIVE-126', () => expect(form.getByLabel(live.form.subject, { exact: true })).toHaveValue(''))
      await fillForm(form, language, subject, '3')
      await chooseStart(form, language, start)
      await form.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
      await expect(share).toBeVisible()
      await expect(share.getByText(subject)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const { rows } = await sql<{ id: string }>`
      select id from live.live where host_id = ${host.id} order by subject`.execute(platform.db)
    expect(rows).toHaveLength(2)
    const id = rows[0]?.id ?? ''

    await proves('LIVE-017', async () => {
      await page.goto(`/#/live/share/${id}`)
      await expect(page.getByRole('heading', { name: live.share.title })).toBeVisible()
      await expect(page.getByText(live.maps['live-role'].student, { exact: true })).toBeVisible()
      await expect(page.getByRole('img', { name: live.share.qr })).toBeVisible()
      await page.getByRole('button', { name: sharing.share, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
    await expectAccessible(page)

    const enters = (shown: Page) =>
      expect(shown.getByRole('button', { name: rooms.check.enter, exact: true })).toBeVisible()
    await proves('LIVE-006', async () => {
      await page.goto('/#/paas-container')
      await expect(page.getByText(live.paas.missing)).toBeVisible()
      await page.goto(`/#/paas-container?id=${id}&entry=host`)
      await enters(page)
    })

    const lecturer = await open(language, host, { width: 390 })
    await proves('LIVE-008', async () => {
      await lecturer.goto(`/#/live/lecturer/${id}`)
      await enters(lecturer)
    })
    await expectAccessible(lecturer)

    // At once and interactive: lecturer and host each enter by an address of their own.
    for (const [requirement, entry, urlType] of [
      ['LIVE-128', 'lecturer', '2'],
      ['LIVE-129', 'host', '1'],
    ] as const) {
      const form = await openForm(page, language)
      await fillForm(form, language, `叉车安全 ${entry} ${language}`, '3')
      await form.getByRole('radio', { name: live.maps['live-form-type']['1'] }).check()
      await proves(requirement, async () => {
        const [asked, room] = await Promise.all([
          page.waitForRequest((request) => request.url().includes('/enter-url/')),
          page.waitForEvent('popup'),
          form.getByRole('button', { name: live.form.button[entry], exact: true }).click(),
        ])
        const { pathname, searchParams } = new URL(asked.url())
        expect(pathname).toMatch(/^\/api\/v1\/live\/new\/enter-url\/[0-9a-f-]{36}$/)
        expect([searchParams.get('urlType'), searchParams.get('identity')]).toEqual([urlType, '2'])
        await enters(room)
        await room.close()
      })
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    const learner = await open(language, await platform.createAccount(`ways-learner-${language}`, '方圆'))
    await proves('LIVE-003', async () => {
      await learner.goto(`/#/live/detail/${id}/${randomUUID()}/1`)
      await expect(learner.getByText(live.detail.classNote)).toBeVisible()
      await expect(learner.getByRole('heading', { name: first })).toBeVisible()
    })
    await expectAccessible(learner)
  })
}
