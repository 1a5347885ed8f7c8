/** The PDF of a copy of a paper. */
import { Readable } from 'node:stream'
import type { Language } from '#kit/caller.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { documentThread } from '#server/pdf/document-thread.ts'
import { filledText, moduleText } from '#server/texts.ts'
import type { TrialPaper } from '../../contract/trial.ts'
import type { PapersDb } from '../db.ts'
import type { PrintOrder } from './document.ts'
import { paragraphsOf, type Words } from './paragraphs.ts'
import { printedPictures } from './pictures.ts'

const print = documentThread<PrintOrder>(new URL('./worker.ts', import.meta.url))

const wordsIn =
  (language: Language): Words =>
  (key, values = {}) =>
    filledText(moduleText('papers', key, language) ?? key, values)

/** The pictures are read while the answer is on its way: no transaction waits for the store. */
export async function pdfAnswer(
  db: PapersDb,
  { caller, language, outside }: Context,
  paper: TrialPaper,
): Promise<StreamAnswer> {
  const words = wordsIn(language)
  const paragraphs = paragraphsOf(paper, words)
  const readPictures = await printedPictures(db, { caller, outside }, paragraphs)
  const lost = words('pdf.media.img')
  const written = async function* () {
    const pictures = await readPictures()
    yield await print({ title: paper.name, language, paragraphs, pictures, lost, foot: words('pdf.foot') })
  }
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="paper.pdf"; filename*=UTF-8''${encodeURIComponent(`${paper.name}.pdf`)}`,
      'cache-control': 'no-store',
    },
    body: Readable.from(written()),
  }
}
