/** Face verification: a picture is kept with consent, the one at the start of an exam is compared with it, and it goes again. */
import { sql } from 'kysely'
import examsCn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import examsEn from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import facesCn from '#modules/platform/faces/messages/cn.json' with { type: 'json' }
import facesEn from '#modules/platform/faces/messages/en.json' with { type: 'json' }
import filesCn from '#modules/platform/files/messages/cn.json' with { type: 'json' }
import filesEn from '#modules/platform/files/messages/en.json' with { type: 'json' }
import { buildFireExam } from './fire-exam.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: { exams: examsCn, faces: facesCn, files: filesCn },
  en: { exams: examsEn, faces: facesEn, files: filesEn },
} as const

for (const language of languagesOf('cn')) {
  const { exams, faces, files } = words[language]

  test(`the picture of an exam is compared with the one that is kept (${language})`, async ({ open, platform }) => {
    const author = await platform.createAccount('face-author', '江讲师', ['super-admin'])
    const examinee = await platform.createAccount('face-examinee', '林小满')
    const photoCheck = { consent: '照片只用于核对身份。', keepDays: 7, comparesFace: true }
    const examId = await buildFireExam(platform, author, examinee, { photoCheck })
    const path = '/system/rule-config/FACE_CONFIG'
    expect(await platform.call(author, 'PUT', path, { value: { switchOpen: '1' } })).toBe(200)

    const page = await open(language, examinee)
    await page.goto('/#/center/my/profile')
    const section = page.getByRole('region', { name: faces.section.title })
    await expect(section).toContainText(faces.section.none)
    await section.getByRole('checkbox', { name: faces.section.agree }).check()
    await section.getByRole('button', { name: files.camera.take, exact: true }).click()
    await expect(section.getByAltText(files.camera.yours)).toBeVisible()
    await expectAccessible(page)
    await section.getByRole('button', { name: faces.section.keep }).click()
    await expect(section.getByRole('button', { name: faces.section.remove })).toBeVisible()

    await page.goto(`/#/exam/detail/${examId}`)
    await page.getByRole('checkbox', { name: exams.photo.agree }).check()
    const start = page.getByRole('button', { name: exams.entry.start })
    await proves('IDENTITY-099', async () => {
      await page.getByRole('button', { name: files.camera.take, exact: true }).click()
      await expect(page.getByText(faces.compare.passed)).toBeVisible()
      await expect(start).toBeEnabled()
      await expectAccessible(page)
      await start.click()
      await expect(page).toHaveURL(/answer-paper/)
      const { rows } = await sql<{ verdict: string }>`
        select verdict from exams.photo where company_id = ${platform.companyId}`.execute(platform.db)
      expect(rows).toEqual([{ verdict: 'match' }])
    })

    await page.goto('/#/center/my/profile')
    await section.getByRole('button', { name: faces.section.remove }).click()
    await page.locator('.ant-popconfirm-buttons .ant-btn-primary').click()
    await expect(section).toContainText(faces.section.none)
  })
}
