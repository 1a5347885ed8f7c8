/** LibreOffice without some of its components: conversions, downloads, and the status page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { fileStates, storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { fakePrograms } from './fake-programs.ts'
import { findOfficeFor } from './office-components.ts'
import { presentation, zip } from './samples.ts'

const programs = await fakePrograms()
const platform = testPlatform({ environment: { SOFFICE_PATH: programs.soffice } })
let companyId: string
let lecturer: BuiltMember
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

afterAll(() => programs.remove())
beforeEach(() => programs.behave('ok'))

const documents = [
  { component: 'writer', name: '纪要.docx', content: zip(['[Content_Types].xml', 'word/document.xml']) },
  { component: 'calc', name: '名单.xlsx', content: zip(['[Content_Types].xml', 'xl/workbook.xml']) },
  { component: 'impress', name: '讲义.pptx', content: presentation(2) },
]
const components = documents.map(({ component }) => component)

/** Every set of components, from none to all. */
const sets = Array.from({ length: 2 ** components.length }, (_, bits) =>
  components.filter((_, bit) => bits & (1 << bit)),
)

function store({ name, content }: { name: string; content: Buffer }) {
  const { id: ownerId } = lecturer
  return storeFile(platform.db, platform.outside, {
    ...{ companyId, ownerId, kind: 'document', name, content, now: platform.now },
  })
}

async function office() {
  const { parts } = await platform.client(operations, chief).platformStatus()
  return parts.find((part) => part.name === 'libreoffice')
}

async function stateOf(id: string) {
  return (await fileStates(platform.db, companyId, [id])).get(id)
}

describe.each(sets.map((installed) => ({ installed, title: installed.join(', ') || 'no component' })))(
  'LibreOffice with $title',
  ({ installed }) => {
    beforeAll(() => programs.haveComponents(installed))

    it.each(documents)('converts $name with $component, and otherwise offers the file itself', async (document) => {
      const isOpened = installed.includes(document.component)
      const file = await store(document)
      await platform.runJobs()
      expect(await stateOf(file.id)).toMatchObject({ translateType: isOpened ? 1 : null, hasPdf: isOpened })
      const calls = platform.client(files, lecturer)
      const { pdfUrl, url, mayRetry } = await calls.preview({ query: { id: file.id } })
      expect({ hasPdf: pdfUrl !== null, mayRetry }).toEqual({ hasPdf: isOpened, mayRetry: false })
      const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${lecturer.token}` } })
      expect([answer.statusCode, answer.rawPayload.equals(document.content)]).toEqual([200, true])
      if (isOpened) return
      const refused = await refusal(calls.retryParse({ body: { id: file.id } }))
      expect(refused).toMatchObject({ status: 422, errorCode: 2000038 })
    })

    it('names missing components on the status page, with advice', async () => {
      const missing = components.filter((component) => !installed.includes(component))
      const part = await office()
      expect(part).toMatchObject({ state: missing.length === 0 ? 'ok' : 'warning' })
      for (const component of components) {
        const name = `${component[0]?.toUpperCase()}${component.slice(1)}`
        const isMissing = missing.includes(component)
        expect(String(part?.facts.components).includes(name)).toBe(!isMissing)
        for (const language of ['cn', 'en'] as const) {
          expect(part?.advice?.[language].includes(name) ?? false).toBe(isMissing)
          expect(part?.advice?.[language].includes(`libreoffice-${component}`) ?? false).toBe(isMissing)
        }
      }
    })
  },
)

it('a component that is installed later works at once', async () => {
  programs.haveComponents(['calc', 'impress'])
  const [text] = documents
  if (text === undefined) throw new Error('no document')
  const file = await store(text)
  expect(await stateOf(file.id)).toMatchObject({ translateType: null })
  programs.haveComponents(components)
  const calls = platform.client(files, lecturer)
  expect(await calls.preview({ query: { id: file.id } })).toMatchObject({ mayRetry: true })
  await calls.retryParse({ body: { id: file.id } })
  await platform.runJobs()
  expect(await stateOf(file.id)).toMatchObject({ translateType: 1, hasPdf: true })
})

it('a component that is removed before the conversion starts is no error of the file', async () => {
  programs.haveComponents(components)
  const [text] = documents
  if (text === undefined) throw new Error('no document')
  const file = await store(text)
  programs.haveComponents(['calc', 'impress'])
  const before = programs.calls().length
  await platform.runJobs()
  expect(await stateOf(file.id)).toMatchObject({ translateType: 2, failure: 'program' })
  expect(programs.calls()).toHaveLength(before)
})

it.each([
  ['writer', ['doc', 'docx']],
  ['calc', ['xls', 'xlsx']],
  ['impress', ['ppt', 'pptx']],
])('%s opens %s, also in the older formats', async (component, extensions) => {
  programs.haveComponents([component])
  const opened: string[] = []
  for (const extension of ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']) {
    if (await findOfficeFor(programs.soffice, extension)) opened.push(extension)
  }
  expect(opened).toEqual(extensions)
})

it('a LibreOffice with unknown components is tried for every type', async () => {
  const wrapped = await fakePrograms()
  expect(await findOfficeFor(wrapped.soffice, 'docx')).toBe(wrapped.soffice)
  wrapped.remove()
})
