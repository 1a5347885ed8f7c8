/** Files of other programs as rows of cells, so that they go the way of every import: check, correction, commit. */
import { inWorker } from '#server/spreadsheet/in-worker.ts'
import type { ImportLoss } from '../../contract/exchange.ts'
import type { ImportRow } from './check-rows.ts'
import type { FormatFile, FormatQuestion, PackedFile } from './formats/format-question.ts'
import type { ForeignFormat } from './formats/read-format.ts'
import { cellOf } from './rich-cells.ts'
import type { SheetCells } from './sheet-columns.ts'
import { sheetRows } from './write-sheet.ts'

export interface ForeignRows {
  readonly rows: readonly ImportRow[]
  readonly files: readonly PackedFile[]
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What cannot be read stands in the stem, for whoever corrects it. */
function cellsFor({ question, excerpt }: FormatQuestion): SheetCells[] {
  if (question) return sheetRows(question, 'cn')
  return [{ stem: cellOf(`<p>${escapeHtml(excerpt).split('\n').join('</p><p>')}</p>`, 'block') }]
}

/** Pictures, sound and video of other origins: their address would tell it who reads. */
const linked = /<(?:img|audio|video|source)\b[^>]*\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i

function lossesOf(losses: readonly ImportLoss[], cells: SheetCells): ImportLoss[] {
  const isLinked = Object.values(cells).some((text = '') => linked.test(text))
  return [...new Set<ImportLoss>([...losses, ...(isLinked ? (['media'] as const) : [])])]
}

/** Rejects where the file as a whole cannot be read. */
export async function readForeign(bytes: Buffer, format: ForeignFormat): Promise<ForeignRows> {
  const url = new URL('./formats/format-worker.ts', import.meta.url)
  const { questions, files } = await inWorker<FormatFile>(url, { bytes, format })
  const rows = questions.flatMap((question) =>
    cellsFor(question).map((cells, part) => ({
      cells,
      notes: part === 0 ? question.problems : [],
      losses: lossesOf(part === 0 ? question.losses : [], cells),
    })),
  )
  return { files, rows: rows.map((row, index) => ({ rowNumber: index + 1, ...row })) }
}
