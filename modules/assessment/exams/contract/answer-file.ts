/**
 * The last resort where the network never comes back: the examinee saves what the server does not have as a file, which
 * nobody can read on its way, and one who watches over the exam hands it in.
 */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable } from '#kit/schema.ts'
import { EventBatch } from './answering.ts'
import { ANSWER_FILE_INVALID, NOT_IN_PAPER } from './codes.ts'
import { AttemptState } from './states.ts'

export const answerFileLengthMax = 1_500_000
/** What the name of a saved file ends with. */
export const answerFileEnding = '.answers'
/** Both sides derive the key of the cipher for this purpose alone. */
export const answerFilePurpose = 'shuyuan exam answers'

const Base64 = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9+/]*={0,2}$' })

/**
 * The file is JSON of this shape. The cipher is AES-256-GCM with the tag at the end of `data`; its key follows by HKDF with
 * SHA-256 (salt: `key`) from ECDH on P-256 between the exam's key and `key`, which is made for the file alone.
 */
export const SealedAnswers = Type.Object({
  format: Type.Literal('shuyuan-answers-1'),
  key: Base64(100),
  iv: Base64(20),
  data: Base64(answerFileLengthMax),
})
export type SealedAnswers = Static<typeof SealedAnswers>

/** What is sealed: the events of each tab or device that the server had not acknowledged. */
export const FiledAnswers = Type.Object({ attemptId: Id, batches: Type.Array(EventBatch, { maxItems: 500 }) })
export type FiledAnswers = Static<typeof FiledAnswers>

export const AnswersHandedIn = Type.Object({
  examinee: Type.String(),
  /** The attempt of the examinee, 1 for the first one. */
  number: Type.Integer(),
  state: AttemptState,
  /** Events that are stored now; those that were there before; those that were typed after the end, or after the submission, and do not count. */
  taken: Type.Integer(),
  known: Type.Integer(),
  late: Type.Integer(),
  /** By the clock of the examinee's device. */
  lastTypedAt: Nullable(Instant),
})
export type AnswersHandedIn = Static<typeof AnswersHandedIn>

export const answerFileCalls = {
  handInAnswerFile: {
    method: 'POST',
    path: '/exam-invigilation/{id}/answer-file',
    summary: 'Store the answers of a saved file. Of a submitted attempt the questions in it are scored again',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ file: Type.String({ minLength: 1, maxLength: answerFileLengthMax }) }),
    unlogged: ['file'],
    response: AnswersHandedIn,
    errors: [NOT_FOUND, NO_PERMISSION, ANSWER_FILE_INVALID, NOT_IN_PAPER],
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
} as const
