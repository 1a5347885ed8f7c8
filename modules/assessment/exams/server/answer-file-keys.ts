/** The keys of an exam by which answers are sealed in the browser and opened here. */
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { answerFilePurpose, FiledAnswers, SealedAnswers } from '../contract/answer-file.ts'
import type { ExamsDb } from './db.ts'

const curve = 'prime256v1'
const tagBytes = 16
const sealedShape = Compile(SealedAnswers)
const filedShape = Compile(FiledAnswers)

export interface AnswerFileKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export function newAnswerFileKeys(): AnswerFileKeys {
  const pair = createECDH(curve)
  return { publicKey: pair.generateKeys('base64'), privateKey: pair.getPrivateKey('base64') }
}

/** Those of the first start stay: files that were sealed with them can be opened for good. */
export async function ensureAnswerFileKeys(db: ExamsDb, examId: string): Promise<void> {
  await sql`update exams.exam set answer_file_keys = ${JSON.stringify(newAnswerFileKeys())}::jsonb
    where id = ${examId} and answer_file_keys is null`.execute(db)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decrypted({ key, iv, data }: SealedAnswers, privateKey: string): string | undefined {
  try {
    const pair = createECDH(curve)
    pair.setPrivateKey(privateKey, 'base64')
    const salt = Buffer.from(key, 'base64')
    const cipherKey = hkdfSync('sha256', pair.computeSecret(salt), salt, answerFilePurpose, 32)
    const bytes = Buffer.from(data, 'base64')
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(cipherKey), Buffer.from(iv, 'base64'))
    cipher.setAuthTag(bytes.subarray(-tagBytes))
    return cipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return undefined
  }
}

/** Undefined where the file was sealed for another exam, is damaged or holds something else. */
export function openAnswers(file: string, { privateKey }: AnswerFileKeys): FiledAnswers | undefined {
  const sealed = parsed(file)
  if (!sealedShape.Check(sealed)) return undefined
  const text = decrypted(sealed, privateKey)
  const filed = text === undefined ? undefined : parsed(text)
  return filedShape.Check(filed) ? filed : undefined
}
