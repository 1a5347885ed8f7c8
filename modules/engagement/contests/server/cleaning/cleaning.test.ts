/** What is left of a file's properties in the copy that reviewers see. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoBytes } from '#modules/platform/files/server/content.fixture.ts'
import { FileBytes } from './bytes.ts'
import { cleanMp4 } from './mp4.ts'
import { cleanOffice } from './office.ts'
import { cleanPdf } from './pdf.ts'
import { cleanWebm } from './webm.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cleaning-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const name = 'Ouyang Jingyi'

function cleaned(bytes: Uint8Array, clean: (bytes: FileBytes) => void): Buffer {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const file = openSync(path, 'r+')
  try {
    clean(new FileBytes(file))
  } finally {
    closeSync(file)
  }
  return readFileSync(path)
}

function box(type: string, ...content: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, one) => sum + one.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
const element = (id: number[], content: Uint8Array) =>
  Buffer.concat([Buffer.from(id), Buffer.from([0x80 | content.length]), content])

describe('a copy without names', () => {
  it('of a video keeps its size and every frame, and loses what its boxes say of people', () => {
    const handler = box('hdlr', Buffer.alloc(24), Buffer.from(`${name}\0`))
    const said = [
      box('moov', box('udta', Buffer.from(name)), box('trak', box('mdia', handler), box('meta', Buffer.from(name)))),
    ]
    const file = Buffer.concat([videoBytes, ...said, box('uuid', Buffer.alloc(16), Buffer.from(name))])
    expect(file.toString('latin1')).toContain(name)
    const copy = cleaned(file, cleanMp4)
    expect(copy.length).toBe(file.length)
    expect(copy.toString('latin1')).not.toContain(name)
    const header = copy.indexOf('mvhd')
    expect(copy.subarray(header + 8, header + 16).equals(Buffer.alloc(8))).toBe(true)
    const at = file.indexOf('mdat')
    const frames = file.readUInt32BE(at - 4)
    expect(copy.subarray(at, at + frames - 4).equals(file.subarray(at, at + frames - 4))).toBe(true)
    // Twice makes no difference.
    expect(cleaned(copy, cleanMp4).equals(copy)).toBe(true)
  })

  it('of a WebM does the same', () => {
    const header = element([0x1a, 0x45, 0xdf, 0xa3], Buffer.from('webm'))
    const cluster = element([0x1f, 0x43, 0xb6, 0x75], Buffer.from('all the frames'))
    const tags = element([0x12, 0x54, 0xc3, 0x67], Buffer.from(name))
    const title = element([0x15, 0x49, 0xa9, 0x66], element([0x7b, 0xa9], Buffer.from(name)))
    const unknownSize = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
    const file = Buffer.concat([header, unknownSize, title, cluster, tags])
    const copy = cleaned(file, cleanWebm)
    expect(copy.length).toBe(file.length)
    expect(file.toString('latin1')).toContain(name)
    expect(copy.toString('latin1')).not.toContain(name)
    expect(copy.includes(cluster)).toBe(true)
    expect(
      copy.subarray(0, header.length + unknownSize.length).equals(file.subarray(0, header.length + unknownSize.length)),
    ).toBe(true)
  })

  it('of a broken video is refused', () => {
    const broken = box('moov', Buffer.from([0, 0, 0xff, 0xff]), Buffer.from('udta'))
    expect(() => cleaned(broken, cleanMp4)).toThrow(/broken/)
    expect(() => cleaned(Buffer.from([0, 0, 0, 0]), cleanWebm)).toThrow(/no element/)
  })

  it('of a PDF has its pages, and neither properties nor authors of comments', async () => {
    const made = await PDFDocument.create()
    made.setAuthor(name)
    made.setTitle(name)
    const page = made.addPage([300, 200])
    const note = made.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 9, 9] })
    note.set(PDFName.of('T'), PDFString.of(name))
    page.node.addAnnot(made.context.register(note))
    const xmp = made.context.stream(`<dc:creator>${name}</dc:creator>`, { Type: 'Metadata', Subtype: 'XML' })
    made.catalog.set(PDFName.of('Metadata'), made.context.register(xmp))
    page.node.set(PDFName.of('Metadata'), made.context.register(xmp))
    const file = await made.save({ useObjectStreams: false })
    expect(Buffer.from(file).toString('latin1')).toContain(name)
    const copy = await cleanPdf(file)
    const read = await PDFDocument.load(copy, { updateMetadata: false })
    expect([read.getPageCount(), read.getAuthor(), read.getTitle()]).toEqual([1, undefined, undefined])
    const plain = Buffer.from(await read.save({ useObjectStreams: false })).toString('latin1')
    expect(plain).not.toContain(name)
    expect(plain).not.toContain(Buffer.from(name, 'utf16le').swap16().toString('hex'))
  })

  it('of a document keeps its text, and loses properties and the authors of changes', () => {
    const xml = (text: string) => strToU8(`<?xml version="1.0"?>${text}`)
    const file = zipSync({
      '[Content_Types].xml': xml('<Types/>'),
      'docProps/core.xml': xml(`<cp:coreProperties><dc:creator>${name}</dc:creator></cp:coreProperties>`),
      'package/services/metadata/core-properties/7f3a.psmdcp': xml(
        `<coreProperties><creator>${name}</creator></coreProperties>`,
      ),
      'docProps/app.xml': xml(`<Properties><Manager>${name}</Manager></Properties>`),
      'word/document.xml': xml(
        `<w:p><w:ins w:author="${name}" w:id="1" w:date="2026-03-01T08:00:00Z"><w:t>步骤</w:t></w:ins></w:p>`,
      ),
      'word/comments.xml': xml(`<w:comment w:author='${name}' w:initials="OJ"/>`),
      'ppt/changesInfos/changesInfo1.xml': xml(`<pc:chgData name="${name}" userId="S::oj@a.cn"/>`),
      'word/_rels/document.xml.rels': xml(
        `<Relationship Id="r1" Target="file:///C:/Users/${name}/a.png" TargetMode="External"/><Relationship Id="r2" Target="media/b.png"/>`,
      ),
      'word/_rels/settings.xml.rels': xml(`<Relationship Id="r1" Target='\\\\server\\${name}\\t.dotx'/>`),
      'customXml/item1.xml': xml(`<CoverPageProperties><Author>${name}</Author></CoverPageProperties>`),
      'ppt/commentAuthors.xml': xml(`<p:cmAuthor id="0" name="${name}" initials="OJ"/>`),
    })
    const parts = unzipSync(cleanOffice(file))
    const all = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('\n')
    expect(all).not.toContain(name)
    expect(all).not.toContain('OJ')
    expect(all).not.toContain('oj@a.cn')
    expect(all).not.toContain('2026-03-01')
    expect(strFromU8(parts['word/_rels/document.xml.rels'] ?? new Uint8Array())).toContain('Target="media/b.png"')
    expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toContain('<w:t>步骤</w:t>')
    expect(Object.keys(parts)[0]).toBe('[Content_Types].xml')
  })
})
