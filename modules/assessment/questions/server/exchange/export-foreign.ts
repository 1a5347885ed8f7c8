/** Questions as Word documents and as files for other programs, with the pictures, sound and videos that they show. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Caller, Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { FileInfo } from '#modules/platform/files/contract.ts'
import { readableFiles } from '#modules/platform/files/server.ts'
import type { StreamAnswer } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import type { ExchangeFormat } from '../../contract/exchange.ts'
import { EXPORT_TOO_LARGE } from '../../contract/exchange-codes.ts'
import { mapRichTexts } from '../../contract/texts.ts'
import type { QuestionsDb } from '../db.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { giftText } from './formats/gift-write.ts'
import { type ExportFile, moodleText } from './formats/moodle-write.ts'
import { qtiPackage } from './formats/qti-package.ts'
import { ownFilesOf } from './formats/rich-texts.ts'
import type { WordPicture } from './word-objects.ts'
import { wordBytes } from './write-word.ts'

type ForeignExport = Exclude<ExchangeFormat, 'xlsx'>

/** As much as an import takes, with room for the questions. */
const filesBytesMax = 30 * 1024 * 1024

const looks = {
  docx: {
    extension: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  gift: { extension: 'gift', contentType: 'text/plain; charset=utf-8' },
  moodle: { extension: 'xml', contentType: 'application/xml; charset=utf-8' },
  qti22: { extension: 'zip', contentType: 'application/zip' },
  qti30: { extension: 'zip', contentType: 'application/zip' },
} as const satisfies Record<ForeignExport, { extension: string; contentType: string }>

function filesIn(questions: readonly ExchangeQuestion[]): string[] {
  const ids = new Set<string>()
  for (const { content } of questions)
    mapRichTexts(content, (html) => {
      for (const id of ownFilesOf(html)) ids.add(id)
      return html
    })
  return [...ids]
}

/** Each with a name of its own; commas, quotation marks and the like would confuse other programs. */
const nameOf = ({ name }: FileInfo, at: number) => `${at + 1}-${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}`

async function withBytes(outside: Outside, found: readonly FileInfo[]): Promise<Map<string, ExportFile>> {
  const files = new Map<string, ExportFile>()
  for (const [at, file] of found.entries()) {
    const bytes = await buffer(await outside.storage.get(file.id))
    files.set(file.id, { name: nameOf(file, at), bytes })
  }
  return files
}

const pictureName = /\.(png|jpe?g|gif|bmp)$/i
/** Of a picture whose size cannot be read. */
const sizeOtherwise = { width: 320, height: 240 } as const

/** The pictures among the files, with their sizes: Word wants to know how large each is shown. */
async function wordPictures(files: ReadonlyMap<string, ExportFile>): Promise<Map<string, WordPicture>> {
  const pictures = new Map<string, WordPicture>()
  for (const [id, { name, bytes }] of files) {
    const extension = pictureName.exec(name)?.[1]?.toLowerCase()
    if (extension === undefined) continue
    const { width, height } = await sharp(bytes)
      .metadata()
      .catch(() => sizeOtherwise)
    pictures.set(id, { name: `picture${pictures.size + 1}.${extension}`, bytes, width, height })
  }
  return pictures
}

async function bytesOf({ questions, files, language }: Contents, format: ForeignExport) {
  if (format === 'docx') return Buffer.from(wordBytes(questions, language, await wordPictures(files)))
  if (format === 'gift') return Buffer.from(giftText(questions))
  if (format === 'moodle') return Buffer.from(moodleText(questions, files))
  return Buffer.from(qtiPackage(questions, files, format))
}

interface Contents {
  readonly questions: readonly ExchangeQuestion[]
  readonly files: ReadonlyMap<string, ExportFile>
  readonly language: Language
}

interface Exporting {
  readonly caller: Caller
  readonly language: Language
  readonly outside: Outside
}

/** Files that the caller could not open are left where they are: a text may name any. GIFT has no place for files. */
export async function foreignAnswer(
  db: QuestionsDb,
  { caller, language, outside }: Exporting,
  questions: readonly ExchangeQuestion[],
  format: ForeignExport,
): Promise<StreamAnswer> {
  const found = format === 'gift' ? [] : await readableFiles(db, caller, filesIn(questions))
  const sizeBytes = found.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (sizeBytes > filesBytesMax) throw refuse(EXPORT_TOO_LARGE, { maxBytes: filesBytesMax })
  const { extension, contentType } = looks[format]
  const name = encodeURIComponent(`${language === 'cn' ? '试题' : 'questions'}.${extension}`)
  const written = async function* () {
    yield await bytesOf({ questions, files: await withBytes(outside, found), language }, format)
  }
  return {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="questions.${extension}"; filename*=UTF-8''${name}`,
      'cache-control': 'no-store',
    },
    body: Readable.from(written()),
  }
}
