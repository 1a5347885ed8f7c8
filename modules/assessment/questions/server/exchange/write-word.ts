/** Questions as a Word document in the layout that the import reads: numbers, letters, and fields with a colon. */
import { strToU8, zipSync } from 'fflate'
import type { Language } from '#kit/caller.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { formulaHtml } from './formats/rich-texts.ts'
import { decodeEntities } from './formats/xml.ts'
import { cellOfLines } from './read-word.ts'
import { type CellShape, hasTag, richTextOf } from './rich-cells.ts'
import {
  type FixedColumn,
  headingOf,
  optionName,
  optionNumber,
  type SheetCells,
  type SheetColumn,
} from './sheet-columns.ts'
import { drawingMark, lostMarks, meaningOfLine, splitOptions } from './word-lines.ts'
import { objectsPart, WordObjects, type WordPicture } from './word-objects.ts'
import { sheetRows } from './write-sheet.ts'

const wordNames = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const drawings = 'http://schemas.openxmlformats.org/drawingml/2006'
const names = `xmlns:w="${wordNames}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="${office}" xmlns:a="${drawings}/main" xmlns:wp="${drawings}/wordprocessingDrawing" xmlns:pic="${drawings}/picture"`
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const pictureTypes = ['png', 'jpeg', 'jpg', 'gif', 'bmp']
  .map((type) => `<Default Extension="${type}" ContentType="image/${type === 'jpg' ? 'jpeg' : type}"/>`)
  .join('')

const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${pictureTypes}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for these.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
  )
}

interface Run {
  readonly text: string
  readonly tags: readonly string[]
  /** Instead of the text: a formula or a picture. */
  readonly xml?: string
}

/** How Word says what each tag says. */
const properties: Readonly<Record<string, string>> = {
  strong: '<w:b/>',
  em: '<w:i/>',
  u: '<w:u w:val="single"/>',
  s: '<w:strike/>',
  sup: '<w:vertAlign w:val="superscript"/>',
  sub: '<w:vertAlign w:val="subscript"/>',
}

const decode = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function objectXml(piece: string, objects: WordObjects): string | undefined {
  if (piece.startsWith('<img')) return objects.picture(piece)
  const latex = decodeEntities(/data-latex="([^"]*)"/.exec(piece)?.[1] ?? '')
  return formulaHtml(latex) === piece ? objects.formula(latex) : undefined
}

/** The runs of a line whose tags Word has as well; undefined for others. */
function runsOf(html: string, objects: WordObjects): Run[] | undefined {
  const runs: Run[] = []
  const open: string[] = []
  for (const [piece] of html.matchAll(/<span data-latex="[^"]*">[^<]*<\/span>|<[^>]*>|[^<]+/g)) {
    const [, close, name = ''] = /^<(\/?)(\w+)>$/.exec(piece) ?? []
    if (!piece.startsWith('<')) runs.push({ text: decode(piece), tags: [...open] })
    else if (/^<(?:span data|img )/.test(piece)) {
      const xml = objectXml(piece, objects)
      if (xml === undefined) return undefined
      runs.push({ text: '', tags: [], xml })
    } else if (properties[name] === undefined) return undefined
    else if (!close) open.push(name)
    else if (open.pop() !== name) return undefined
  }
  return open.length === 0 ? runs : undefined
}

function runXml({ text, tags, xml }: Run): string {
  if (xml !== undefined) return xml
  const style = tags.map((tag) => properties[tag]).join('')
  const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${xmlText(line)}</w:t>`)
  return `<w:r>${style === '' ? '' : `<w:rPr>${style}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`
}

const paragraphXml = (runs: readonly Run[]) => `<w:p>${runs.map(runXml).join('')}</w:p>`
const plainRun = (text: string): Run => ({ text, tags: [] })

/** The lines of a cell as runs: as Word formats them, or as they are written where that would not read back the same. */
function cellParagraphs(cell: string, shape: CellShape, objects: WordObjects): readonly (readonly Run[])[] {
  const literal = [[plainRun(`<html>${richTextOf(cell, shape)}</html>`)]]
  if (!hasTag.test(cell)) {
    const lines = cell.split('\n')
    return lines.every((line, at) => isPlainLine(line, at === 0)) ? lines.map((line) => [plainRun(line)]) : literal
  }
  const lines = cell.startsWith('<p>') ? cell.replace(/^<p>|<\/p>$/g, '').split('</p><p>') : [cell]
  const runs = lines.flatMap((line, at) => {
    const found = isPlainLine(line, at === 0) ? runsOf(line, objects) : undefined
    return found ? [found] : []
  })
  return runs.length === lines.length && cellOfLines(lines, shape) === cell ? runs : literal
}

/** Whether a line cannot be taken for the beginning of something else, and keeps its edges. The first one has a label. */
function isPlainLine(line: string, isFirst: boolean): boolean {
  if (
    line === '' ||
    line.trim() !== line ||
    /[\u00a0\t]|<u>\s*<\/u>/.test(line) ||
    lostMarks.test(line) ||
    drawingMark.test(line)
  )
    return false
  return isFirst || (!line.startsWith('【') && meaningOfLine({ html: line, level: 0 }).kind === 'more')
}

const fieldOrder: readonly FixedColumn[] = [
  ...(['answer', 'explanation', 'score', 'difficulty', 'topics', 'source', 'settings'] as const),
]

function labelled(label: string, cell: string, shape: CellShape, objects: WordObjects): string[] {
  const [first = [], ...more] = cellParagraphs(cell, shape, objects)
  return [paragraphXml([plainRun(label), ...first]), ...more.map(paragraphXml)]
}

/** A letter; the word before it where the line would fall apart into several options, or where there are no letters left. */
function optionLabel(number: number, text: string): string {
  const label = `${optionName(number)}. `
  return number > 26 || splitOptions(label + text).length > 1 ? `选项${label}` : label
}

function questionXml(cells: SheetCells, number: string, language: Language, objects: WordObjects): string[] {
  const options = Object.entries(cells).flatMap(([column, text = '']) => {
    const at = optionNumber(column as SheetColumn)
    return at === 0 ? [] : labelled(optionLabel(at, text), text, 'inline', objects)
  })
  const fields = fieldOrder.flatMap((column) => {
    const text = cells[column] ?? ''
    if (text === '') return []
    const label = `${headingOf(column, language)}：`
    const isRich = column === 'answer' || column === 'explanation'
    return isRich
      ? labelled(label, text, 'block', objects)
      : [paragraphXml([plainRun(label + text.replaceAll('\n', '; '))])]
  })
  return [
    ...labelled(`${number}【${cells.kind ?? ''}】`, cells.stem ?? '', 'block', objects),
    ...options,
    ...fields,
    '<w:p/>',
  ]
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

/** The pictures with what names them. The part of our objects goes along, so that they come back as they were. */
function objectParts(objects: WordObjects): Record<string, Uint8Array> {
  const pictures = [...objects.shown]
  const own = pictures.map(([id, { name }]) => relation(`rPicture${id}`, 'image', `media/${name}`))
  const all = [relation('rObjects', 'customXml', `../${objectsPart}`), ...own].join('')
  return {
    'word/_rels/document.xml.rels': strToU8(`${head}<Relationships xmlns="${relations}">${all}</Relationships>`),
    [objectsPart]: strToU8(objects.part),
    ...Object.fromEntries(pictures.map(([, { name, bytes }]) => [`word/media/${name}`, bytes])),
  }
}

/** The bytes of the document. `pictures`: by the ids of the files that its texts name. */
export function wordBytes(
  questions: readonly ExchangeQuestion[],
  language: Language,
  pictures: ReadonlyMap<string, WordPicture> = new Map(),
): Uint8Array {
  const objects = new WordObjects(pictures)
  const paragraphs = questions.flatMap((question, index) =>
    sheetRows(question, language).flatMap((cells, part) =>
      questionXml(cells, part === 0 ? `${index + 1}. ` : `（${part}）`, language, objects),
    ),
  )
  const document = `${head}<w:document ${names}><w:body>${paragraphs.join('')}</w:body></w:document>`
  const parts = { ...fixedParts, 'word/document.xml': document }
  return zipSync({
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
    ...objectParts(objects),
  })
}
