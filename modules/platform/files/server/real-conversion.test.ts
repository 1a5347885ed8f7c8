/** Conversions by the real programs, if they are installed. */
import { execFile } from 'node:child_process'
import { createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { fileStates, storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readConfig } from '#server/config.ts'
import { testPlatform } from '#test/harness.ts'
import type { FileInfo, FileKindName } from '../contract.ts'
import { findOfficeFor } from './office-components.ts'
import { findProgram } from './programs.ts'

/** The configured programs, as outside of tests; `off` in the environment switches a conversion off. */
const { FFMPEG_PATH, SOFFICE_PATH } = process.env
const { programs } = readConfig({ NODE_ENV: 'production', FFMPEG_PATH, SOFFICE_PATH })
const ffmpeg = await findProgram(programs.ffmpeg)
const soffice = await findProgram(programs.soffice)
const run = promisify(execFile)
const directory = mkdtempSync(join(tmpdir(), 'shuyuan-real-'))
const platform = testPlatform({
  environment: { FFMPEG_PATH: ffmpeg ?? 'off', SOFFICE_PATH: soffice ?? 'off' },
})
let member: BuiltMember
let companyId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  member = await buildMember(platform.db, { companyId })
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

function store(kind: FileKindName, name: string, content: Buffer): Promise<FileInfo> {
  const input = { companyId, ownerId: member.id, kind, name, content, now: platform.now }
  return storeFile(platform.db, platform.outside, input)
}

async function converted(kind: FileKindName, name: string, content: Buffer) {
  const file = await store(kind, name, content)
  await platform.runJobs()
  const state = (await fileStates(platform.db, companyId, [file.id])).get(file.id)
  return { file, state }
}

async function get(url: string) {
  const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${member.token}` } })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return answer
}

describe.skipIf(ffmpeg === undefined)('ffmpeg', () => {
  async function video(name: string, seconds: number, options: readonly string[]): Promise<Buffer> {
    const path = join(directory, name)
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-f', 'lavfi', '-i', 'sine=frequency=440']
    await run(ffmpeg ?? '', ['-loglevel', 'error', '-y', ...sources, '-t', String(seconds), ...options, path])
    return readFileSync(path)
  }

  /** The decrypted segments of a quality in sequence, as a player joins them. */
  async function play(file: FileInfo, quality: string): Promise<string> {
    const { token } = await platform.client(files, member).m3u8Token({ query: { id: file.id } })
    const base = `/api/v1/system/file/stream/${file.id}`
    const playlist = (await get(`${base}/${quality}/index.m3u8?token=${token}`)).body
    const key = (await get(`${base}/key?token=${token}`)).rawPayload
    const addresses = playlist.split('\n').filter((line) => /^\d+\?token=/.test(line))
    const pieces: Buffer[] = []
    for (const [number, address] of addresses.entries()) {
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(number, 12)
      const decipher = createDecipheriv('aes-128-cbc', key, iv)
      const bytes = (await get(`${base}/${quality}/${address}`)).rawPayload
      pieces.push(decipher.update(bytes), decipher.final())
    }
    const path = join(directory, `${quality}.ts`)
    writeFileSync(path, Buffer.concat(pieces))
    return path
  }

  it('[SYSTEM-087] makes a stream that plays to its end, in each quality', async () => {
    const content = await video('讲座.mp4', 9, ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'])
    const { file, state } = await converted('video', '讲座.mp4', content)
    expect(state).toMatchObject({ translateType: 1, qualities: [360, 240], hasPoster: true })
    for (const [quality, size] of [
      ['s360', '640,360'],
      ['s240', '426,240'],
    ] as const) {
      const path = await play(file, quality)
      const about = ['-v', 'error', '-count_frames', '-select_streams', 'v:0', '-of', 'csv=p=0']
      const shown = ['-show_entries', 'stream=width,height,nb_read_frames']
      const { stdout } = await run(join(ffmpeg ?? '', '..', 'ffprobe'), [...about, ...shown, path])
      expect(stdout.trim().split('\n')[0]).toBe(`${size},225`)
      const tracks = await run(join(ffmpeg ?? '', '..', 'ffprobe'), [
        '-v',
        'error',
        '-show_entries',
        'stream=codec_name',
        '-of',
        'csv=p=0',
        path,
      ])
      expect(tracks.stdout).toContain('aac')
    }
  })

  it('converts a video without sound in another container', async () => {
    // Two seconds: its codec needs more processor time than what is tested.
    const content = await video('无声.webm', 2, ['-an', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'])
    const { state } = await converted('video', '无声.webm', content)
    expect(state).toMatchObject({ translateType: 1, qualities: [360, 240] })
  })

  it('reports a truncated video as a failure', async () => {
    const content = await video('断.mp4', 2, ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', 'faststart'])
    const spoilt = Buffer.from(content)
    // The index is intact, but the pictures are noise.
    spoilt.fill(0xa5, spoilt.indexOf('mdat') + 4)
    const { state } = await converted('video', '断.mp4', spoilt)
    expect(state).toMatchObject({ translateType: 2, failure: 'unreadable' })
  })
})

const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const presentationml = 'application/vnd.openxmlformats-officedocument.presentationml'
const wordprocessingml = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
/** The content types of the parts. */
const contentTypes = (parts: Readonly<Record<string, string>>) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>
${Object.entries(parts)
  .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}+xml"/>`)
  .join('')}</Types>`
const relationships = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An office file of these parts, the first of which refers to the others. */
function officeFile(types: Readonly<Record<string, string>>, parts: Readonly<Record<string, string>>): Buffer {
  const main = Object.keys(types)[0]
  const texts = {
    '[Content_Types].xml': contentTypes(types),
    '_rels/.rels': relationships(`<Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="${main}"/>`),
    ...parts,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)]))))
}

const textTypes = { 'word/document.xml': `${wordprocessingml}.document.main` }

/** A text with an external picture and a template from this machine. */
function document(pictureAddress: string, included: string): Buffer {
  const body = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${officeDocument}"
xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>
<w:p><w:r><w:t>第一讲 会议纪要</w:t></w:r></w:p>
<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rIdLinked"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDETEXT "${included}"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
</w:body></w:document>`
  return officeFile(textTypes, {
    'word/document.xml': body,
    'word/_rels/document.xml.rels': relationships(
      `<Relationship Id="rIdLinked" Type="${officeDocument}/image" Target="${pictureAddress}" TargetMode="External"/>` +
        `<Relationship Id="rIdTemplate" Type="${officeDocument}/attachedTemplate" Target="${pictureAddress}.dotm" TargetMode="External"/>`,
    ),
  })
}

/** A sheet with a text in its first cell. */
function sheet(text: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const types = { 'xl/workbook.xml': `${spreadsheetml}.sheet.main`, 'xl/sheet1.xml': `${spreadsheetml}.worksheet` }
  return officeFile(types, {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${officeDocument}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      `<Relationship Id="rId1" Type="${officeDocument}/worksheet" Target="sheet1.xml"/>`,
    ),
    'xl/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
  })
}

/** One slide with a text on it. */
function slides(text: string): Buffer {
  const names = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${officeDocument}"`
  const types = {
    'ppt/presentation.xml': `${presentationml}.presentation.main`,
    'ppt/slides/slide1.xml': `${presentationml}.slide`,
  }
  const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
  const place = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="6000000" cy="1000000"/></a:xfrm>'
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${place}<a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  return officeFile(types, {
    'ppt/presentation.xml': `<?xml version="1.0"?><p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      `<Relationship Id="rId1" Type="${officeDocument}/slide" Target="slides/slide1.xml"/>`,
    ),
    'ppt/slides/slide1.xml': `<?xml version="1.0"?><p:sld ${names}><p:cSld><p:spTree>${group}${shape}</p:spTree></p:cSld></p:sld>`,
  })
}

/** The text on the first page of the file’s PDF. */
async function textOf(file: FileInfo): Promise<string> {
  const bytes = (await get(`/api/v1/human/file/${file.id}?rendition=pdf`)).rawPayload
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

const opens = async (extension: string) => (await findOfficeFor(soffice ?? null, extension)) !== undefined
const [hasText, hasSheets, hasSlides] = [await opens('docx'), await opens('xlsx'), await opens('pptx')]
const skipped = [
  ...(hasText ? [] : ['texts (no Writer)']),
  ...(hasSheets ? [] : ['sheets (no Calc)']),
  ...(hasSlides ? [] : ['slides (no Impress)']),
]
if (soffice === undefined) console.warn('Skipped: conversion of office files (no LibreOffice)')
else if (skipped.length > 0) console.warn(`Skipped: conversion of ${skipped.join(', ')}`)

describe('LibreOffice', () => {
  it.skipIf(!hasText)('makes a PDF of a text, and loads no external references', async () => {
    const asked: string[] = []
    const server = createServer((request, answer) => {
      asked.push(String(request.url))
      answer.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const secret = join(directory, 'secret.txt')
    writeFileSync(secret, 'the secret of this machine')
    const content = document(`http://127.0.0.1:${port}/spy.png`, `file://${secret}`)
    const { file, state } = await converted('document', '会议纪要.docx', content)
    server.close()
    expect(state).toMatchObject({ translateType: 1, hasPdf: true })
    expect(asked).toEqual([])
    const text = await textOf(file)
    expect(text).toContain('会议纪要')
    expect(text).not.toContain('secret')
  })

  it.skipIf(!hasSheets)('makes a PDF of a sheet', async () => {
    const { file, state } = await converted('document', '学员名单.xlsx', sheet('第三期学员'))
    expect(state).toMatchObject({ translateType: 1, hasPdf: true })
    expect(await textOf(file)).toContain('第三期学员')
  })

  it.skipIf(!hasSlides)('makes a PDF of slides', async () => {
    const { file, state } = await converted('document', '讲义.pptx', slides('客户拜访'))
    expect(state).toMatchObject({ translateType: 1, hasPdf: true })
    expect(await textOf(file)).toContain('客户拜访')
  })

  it.skipIf(!hasText)('reports a damaged file', async () => {
    const broken = officeFile(textTypes, { 'word/document.xml': '<w:broken' })
    const { state } = await converted('document', '坏.docx', broken)
    expect(state).toMatchObject({ translateType: 2, failure: 'unreadable' })
  })
})
