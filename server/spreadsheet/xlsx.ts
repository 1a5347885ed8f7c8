/** Spreadsheets, written while their rows arrive. Cells are numbers or inline texts, never formulas. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { SheetRow, SheetRows } from './sheet-row.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** How a spreadsheet is shown. */
export interface SheetLook {
  readonly sheetName?: string
  /** In characters, a number a column. By default each column is as wide as its heading. */
  readonly columnWidths?: readonly number[]
  /** What Excel shows beside a chosen cell of the column. */
  readonly columnHints?: readonly string[]
  /** What a cell of the column is chosen from; others may be typed as well. Nothing: any text. */
  readonly columnChoices?: readonly (readonly string[])[]
  /** So many rows below the heading are explanations, in gray. */
  readonly faintRows?: number
}

/** A sheet of a spreadsheet: its name, its look, and its rows. The first row is the heading. */
export interface Sheet extends SheetLook {
  readonly rows: SheetRows
}

/** Excel takes names of at most 31 characters, without these. */
const sheetNameOf = ({ sheetName = 'Sheet1' }: SheetLook) =>
  xmlText(sheetName.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31))

/** Everything but the rows. Style 1 is the bold heading, style 2 a gray explanation of several lines. */
function fixedParts(sheets: readonly SheetLook[]): Readonly<Record<string, string>> {
  const each = (part: (look: SheetLook, number: number) => string) =>
    sheets.map((look, at) => part(look, at + 1)).join('')
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypes}.sheet.main+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentTypes}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${contentTypes}.styles+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((look, number) => `<sheet name="${sheetNameOf(look)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packageRelations}">${each((_, number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="3"><font><sz val="11"/></font><font><b/><sz val="11"/></font><font><i/><sz val="11"/><color rgb="FF6B6B6B"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf fontId="0"/><xf fontId="1" applyFont="1"/><xf fontId="2" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`,
  }
}

const widthMin = 18

const sheetBegin = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="${widthMin}"/>`
const sheetEnd = '</worksheet>'
/** Excel shows a hint of at most 255 characters. */
const hintLengthMax = 255
/** Excel has so many rows. */
export const sheetRowsMax = 1_048_576

/** What a cell of Excel holds at most. */
const cellLengthMax = 32_767
const bufferedLength = 64 * 1024

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no place for most control characters and halves of surrogate pairs. */
function xmlText(text: string): string {
  return (
    text
      .slice(0, cellLengthMax)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
  )
}

/** A, B, … Z, AA, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function cellXml(value: string | number, address: string, style: string): string {
  if (typeof value === 'number') return `<c r="${address}"${style}><v>${value}</v></c>`
  return `<c r="${address}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
}

function columnsXml(heading: SheetRow, widths: readonly number[] | undefined): string {
  const columns = heading.map((cell, index) => {
    const width = widths?.[index] ?? Math.max(widthMin, String(cell).length + 6)
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

/** A list stands in the file as one text with commas, in quotation marks. */
function choicesXml(choices: readonly string[]): string {
  const list = choices.map((choice) => choice.replace(/[",]/g, ' ')).join(',')
  return list === '' || list.length > hintLengthMax ? '' : `<formula1>"${xmlText(list)}"</formula1>`
}

/** Hints and choices of the columns that have some. What is typed is never refused: the import says what is wrong. */
function hintsXml(hints: readonly string[], choices: readonly (readonly string[])[]): string {
  const rules = Array.from({ length: Math.max(hints.length, choices.length) }, (_, index) => {
    const [hint = '', list] = [hints[index], choicesXml(choices[index] ?? [])]
    const place = `${columnName(index)}2:${columnName(index)}${sheetRowsMax}`
    const prompt = hint === '' ? '' : ` showInputMessage="1" prompt="${xmlText(hint.slice(0, hintLengthMax))}"`
    if (prompt === '' && list === '') return ''
    const kind = list === '' ? '' : ' type="list"'
    return `<dataValidation${kind} allowBlank="1"${prompt} sqref="${place}">${list}</dataValidation>`
  }).filter((rule) => rule !== '')
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

function styleOf(number: number, faintRows: number): string {
  if (number === 1) return ' s="1"'
  return number <= 1 + faintRows ? ' s="2"' : ''
}

function rowXml(row: SheetRow, number: number, style: string): string {
  const cells = row.map((value, index) => cellXml(value, `${columnName(index)}${number}`, style))
  return `<row r="${number}">${cells.join('')}</row>`
}

/** The text of a sheet in pieces of some size. */
async function* sheetXml(sheet: Sheet, rowsMax: number): AsyncGenerator<string> {
  const { rows, columnWidths, columnHints = [], columnChoices = [], faintRows = 0 } = sheet
  let text = sheetBegin
  let number = 0
  for await (const row of rows) {
    number += 1
    if (number > rowsMax) throw new Error(`more than ${rowsMax} rows in a sheet: \`sheetsOf\` divides them`)
    if (number === 1) text += `${columnsXml(row, columnWidths)}<sheetData>`
    text += rowXml(row, number, styleOf(number, faintRows))
    if (text.length < bufferedLength) continue
    yield text
    text = ''
  }
  if (number === 0) text += '<sheetData>'
  yield `${text}</sheetData>${hintsXml(columnHints, columnChoices)}${sheetEnd}`
}

/** Twenty thousand rows take a second of computing: between two pieces of them the server does its other work. */
export async function* workbookBytes(sheets: readonly Sheet[], rowsMax = sheetRowsMax): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  for (const [path, content] of Object.entries(fixedParts(sheets))) {
    const part = new ZipDeflate(path, { level: 6 })
    zip.add(part)
    part.push(strToU8(content), true)
  }
  for (const [at, sheet] of sheets.entries()) {
    const part = new ZipDeflate(`xl/worksheets/sheet${at + 1}.xml`, { level: 6 })
    zip.add(part)
    for await (const text of sheetXml(sheet, rowsMax)) {
      part.push(strToU8(text))
      yield* take()
      await otherWork()
    }
    part.push(new Uint8Array(), true)
  }
  zip.end()
  yield* take()
}

export const xlsxBytes = (rows: SheetRows, look: SheetLook = {}): AsyncGenerator<Uint8Array> =>
  workbookBytes([{ ...look, rows }])
