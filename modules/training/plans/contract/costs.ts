/** What a class costs, planned and actual, and the scores that its members have got away from the platform. */
import { type Static, Type } from 'typebox'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { IMPORT_INCORRECT, ImportResult, importSchemas } from '#kit/import-rows.ts'
import { Body, Done, Id, Instant, Nullable, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { CLASS_CLOSED, CLASS_MISSING, runsClasses } from '#modules/training/classes/contract.ts'
import { NO_SUCH_PARTICIPANT, PLAN_CHANGED, TOO_MANY_LINES, TOO_MANY_ROWS } from './codes.ts'
import { importedRowsMax, LineInput, lineFields, scoreTenthsMax } from './fields.ts'

const Line = Type.Object({
  id: Id,
  ...lineFields,
  /** The voucher at an address for the reader alone. */
  voucher: Nullable(Type.Object({ name: Type.String(), url: Type.String() })),
  enteredBy: Nullable(Type.String()),
  enteredAt: Instant,
  revision: Type.Integer(),
})
export type CostLine = Static<typeof Line>

const amounts = { plannedHundredths: Type.Integer(), actualHundredths: Type.Integer() }
const ClassCosts = Type.Object({
  className: Type.String(),
  /** Nothing is changed any more. */
  isClosed: Type.Boolean(),
  lines: Type.Array(Line),
  categories: Type.Array(Type.Object({ category: Type.String(), ...amounts })),
  ...amounts,
  /** How many take part: costs a head. */
  participants: Type.Integer(),
  /** What the class was made from. */
  plan: Nullable(Type.Object({ id: Id, name: Type.String(), item: Type.String() })),
})
export type ClassCosts = Static<typeof ClassCosts>

const Score = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String(), organizationName: Type.String() }),
  scoreTenths: Nullable(Type.Integer()),
  enteredAt: Nullable(Instant),
})
export type MemberScore = Static<typeof Score>

/** What became of a score; null: there was none, or there is none any more. */
const Change = Type.Object({
  id: Id,
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  beforeTenths: Nullable(Type.Integer()),
  afterTenths: Nullable(Type.Integer()),
  changedAt: Instant,
  changedBy: Nullable(Type.String()),
})
export type ScoreChange = Static<typeof Change>

export const lineColumns = ['kind', 'category', 'label', 'cost', 'spentOn', 'note'] as const
export type LineColumn = (typeof lineColumns)[number]
const lineImport = importSchemas(lineColumns, importedRowsMax)

export const scoreColumns = ['member', 'score'] as const
export type ScoreColumn = (typeof scoreColumns)[number]
const scoreImport = importSchemas(scoreColumns, importedRowsMax)

const params = Type.Object({ id: Id })
const lineParams = Type.Object({ id: Id, lineId: Id })
const access = runsClasses
const reading = [NO_PERMISSION, CLASS_MISSING] as const
const editing = [...reading, CLASS_CLOSED] as const
const Saved = Type.Object({ id: Id, revision: Type.Integer() })
const ofOthers = {
  allowed: 'Scores say what somebody outside of the platform has found; graduation is decided by somebody else.',
} as const

export const costCalls = {
  classCosts: {
    method: 'GET',
    path: '/training/class-manage/{id}/costs',
    summary: 'What a class is planned to cost and has cost, line by line and by category',
    access,
    params,
    response: ClassCosts,
    errors: [...reading],
    cacheSeconds: 0,
  },
  addCost: {
    method: 'POST',
    path: '/training/class-manage/{id}/costs',
    summary: 'Enter a cost of a class',
    access,
    params,
    body: LineInput,
    response: Saved,
    errors: [...editing, NOT_FOUND, TOO_MANY_LINES],
  },
  changeCost: {
    method: 'PUT',
    path: '/training/class-manage/{id}/costs/{lineId}',
    summary: 'Change a cost of a class',
    access,
    params: lineParams,
    body: Body({ ...lineFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Saved,
    errors: [...editing, NOT_FOUND, PLAN_CHANGED],
  },
  deleteCost: {
    method: 'DELETE',
    path: '/training/class-manage/{id}/costs/{lineId}',
    summary: 'Delete a cost of a class',
    access,
    params: lineParams,
    response: Done,
    errors: [...editing, NOT_FOUND],
  },
  costTemplate: {
    method: 'GET',
    path: '/training/class-cost-template',
    summary: 'A spreadsheet of costs to fill in, in the language of the caller',
    access,
    kind: 'stream',
    response: Type.String(),
  },
  readCosts: {
    method: 'POST',
    path: '/training/class-cost-file',
    summary: 'Read a spreadsheet of costs (field `file`), at most 100 rows. Nothing is kept',
    access,
    kind: 'multipart',
    noDryRun: 'upload',
    response: lineImport.Read,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, TOO_MANY_ROWS, IMPORT_INCORRECT],
  },
  importCosts: {
    method: 'POST',
    path: '/training/class-manage/{id}/cost-import',
    summary: 'Enter the costs of a spreadsheet: all of its rows, or none (TRAINING-053)',
    access,
    params,
    body: lineImport.Written,
    response: ImportResult,
    errors: [...editing, IMPORT_INCORRECT, TOO_MANY_LINES],
  },
  exportCosts: {
    method: 'GET',
    path: '/training/class-manage/{id}/cost-export',
    summary: 'The costs of a class as a spreadsheet',
    access,
    kind: 'stream',
    params,
    response: Type.String(),
    errors: [...reading],
    cacheSeconds: 0,
  },
  classScores: {
    method: 'GET',
    path: '/training/class-manage/{id}/scores',
    summary: 'Those who take part in a class, with the score that was entered for them',
    access,
    params,
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(Score),
    errors: [...reading],
    cacheSeconds: 0,
  },
  setScore: {
    method: 'PUT',
    path: '/training/class-manage/{id}/scores/{memberId}',
    summary: 'Enter the score of one who takes part, in tenths; null takes it back',
    access,
    params: Type.Object({ id: Id, memberId: Id }),
    body: Body({ scoreTenths: Nullable(Type.Integer({ minimum: 0, maximum: scoreTenthsMax })) }),
    response: Done,
    errors: [...editing, NO_SUCH_PARTICIPANT],
    onSelf: ofOthers,
  },
  scoreChanges: {
    method: 'GET',
    path: '/training/class-manage/{id}/score-changes',
    summary:
      'Which scores of a class were entered, corrected and taken back, and what they were before, the newest first',
    access,
    params,
    query: PageQuery({}),
    response: Page(Change),
    errors: [...reading],
    cacheSeconds: 0,
  },
  scoreTemplate: {
    method: 'GET',
    path: '/training/class-score-template',
    summary: 'A spreadsheet of scores to fill in, in the language of the caller',
    access,
    kind: 'stream',
    response: Type.String(),
  },
  readScores: {
    method: 'POST',
    path: '/training/class-score-file',
    summary: 'Read a spreadsheet of scores (field `file`), at most 100 rows. Nothing is kept',
    access,
    kind: 'multipart',
    noDryRun: 'upload',
    response: scoreImport.Read,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, TOO_MANY_ROWS, IMPORT_INCORRECT],
  },
  importScores: {
    method: 'POST',
    path: '/training/class-manage/{id}/score-import',
    summary: 'Enter the scores of a spreadsheet: all of its rows, or none (TRAINING-052)',
    access,
    params,
    body: scoreImport.Written,
    response: ImportResult,
    errors: [...editing, IMPORT_INCORRECT],
    onSelf: ofOthers,
  },
} as const
