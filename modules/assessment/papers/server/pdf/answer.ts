/** The PDF of a copy of a paper. */
import type { Language } from '#kit/caller.ts'
import type { StreamAnswer } from '#server/module.ts'
import { documentThread } from '#server/pdf/document-thread.ts'
import { filledText, moduleText } from '#server/texts.ts'
import type { TrialPaper } from '../../contract/trial.ts'
import type { PrintOrder } from './document.ts'
import { paragraphsOf, type Words } from './paragraphs.ts'

const print = documentThread<PrintOrder>(new URL('./worker.ts', import.meta.url))

const wordsIn =
  (language: Language): Words =>
  (key, values = {}) =>
    filledText(moduleText('papers', key, language) ?? key, values)

export async function pdfAnswer(language: Language, paper: TrialPaper): Promise<StreamAnswer> {
  const words = wordsIn(language)
  const paragraphs = paragraphsOf(paper, words)
  const body = await print({ title: paper.name, language, paragraphs, foot: words('pdf.foot') })
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="paper.pdf"; filename*=UTF-8''${encodeURIComponent(`${paper.name}.pdf`)}`,
      'cache-control': 'no-store',
    },
    body,
  }
}
