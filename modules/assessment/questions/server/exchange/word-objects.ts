/**
 * Formulas and pictures in a Word document of ours, and how they come back as they were. Word keeps what it was given of them:
 * each stands in a content control with a number, and a part of the document says what that number was in the bank.
 */
import { mapSources, ownFileId } from './formats/rich-texts.ts'
import { decodeEntities, element, elementsOf, parseXml, serializeXml, textOf, xmlHead } from './formats/xml.ts'
import { latexOfOmml } from './omml.ts'
import { ommlText } from './omml-write.ts'

export const objectsPart = 'customXml/item1.xml'
const space = 'urn:shuyuan:word-objects'

const mathSpaces = `xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

/** What our reader makes of a formula of Word. */
export const readOmml = (omml: string): string =>
  latexOfOmml(parseXml(omml.replace('<m:oMath', `<m:oMath ${mathSpaces}`))).trim()

/** A picture as the document holds it. */
export interface WordPicture {
  readonly name: string
  readonly bytes: Buffer
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export interface KeptObject {
  /** Of a formula: what the document's own form reads as. Somebody may change it in Word. */
  readonly reads: string | undefined
  /** The LaTeX, or the tag of the picture without its source. */
  readonly own: string
}

const emuOfPixel = 9525
/** The width of the text on a page of A4, in pixels. */
const widthMax = 560

const control = (id: number, inner: string) =>
  `<w:sdt><w:sdtPr><w:tag w:val="shuyuan:${id}"/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`

function drawing(id: number, { name, width, height }: WordPicture, alt: string): string {
  const scale = Math.min(1, widthMax / width)
  const [cx, cy] = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale)) * emuOfPixel)
  const properties = serializeXml(element('wp:docPr', { id: String(id), name, descr: alt }))
  const own = serializeXml(element('pic:cNvPr', { id: String(id), name }))
  const size = `cx="${cx}" cy="${cy}"`
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>${properties}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>${own}<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rPicture${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

/** Collects the formulas and pictures of a document while it is written. */
export class WordObjects {
  readonly #pictures: ReadonlyMap<string, WordPicture>
  readonly #kept: KeptObject[] = []
  /** The pictures that stand in the document, by their numbers. */
  readonly shown = new Map<number, WordPicture>()

  constructor(pictures: ReadonlyMap<string, WordPicture>) {
    this.#pictures = pictures
  }

  /** The XML of a formula; undefined where its LaTeX is none. */
  formula(latex: string): string | undefined {
    const omml = ommlText(latex)
    if (omml === undefined) return undefined
    this.#kept.push({ reads: readOmml(omml), own: latex })
    return control(this.#kept.length, omml)
  }

  /** The XML of a picture; undefined where the document has none of it. */
  picture(tag: string): string | undefined {
    let source = ''
    const own = mapSources(tag, (from) => {
      source = from
      return ''
    })
    const picture = this.#pictures.get(ownFileId(source) ?? '')
    if (!picture) return undefined
    this.#kept.push({ reads: undefined, own })
    const id = this.#kept.length
    this.shown.set(id, picture)
    const alt = decodeEntities(/\balt="([^"]*)"/.exec(tag)?.[1] ?? '')
    return control(id, drawing(id, picture, alt))
  }

  get part(): string {
    const objects = this.#kept.map(({ reads, own }, at) =>
      element('object', { id: String(at + 1), ...(reads !== undefined && { reads }) }, own),
    )
    return xmlHead + serializeXml(element('objects', { xmlns: space }, ...objects))
  }
}

/** What such a document says of its numbers; nothing of a document that another program has written. */
export function keptObjects(xml: string | undefined): ReadonlyMap<string, KeptObject> {
  if (!xml?.includes(space)) return new Map()
  try {
    const root = parseXml(xml)
    return new Map(
      elementsOf(root, 'object').map((object) => {
        const { id = '', reads } = object.attributes
        return [id, { reads, own: textOf(object) }]
      }),
    )
  } catch {
    return new Map()
  }
}
