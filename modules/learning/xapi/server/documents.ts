/** Documents that activities keep: states, profiles of agents and of activities (xAPI 1.0.3, Communication 2.2). */

import { createHash } from 'node:crypto'
import { lockNames } from '#server/db/transaction.ts'
import type { XapiDb } from './db.ts'
import { BadRequest, isObject } from './rules/scalars.ts'

export type DocumentKind = 'state' | 'agent-profile' | 'activity-profile'

/** Whose documents: of an activity, of an agent, or of an agent in an activity. */
export interface DocumentScope {
  readonly companyId: string
  readonly kind: DocumentKind
  readonly activityId?: string
  readonly agentKey?: string
  /** Of states only. */
  readonly registration?: string
}

export interface StoredDocument {
  readonly content: Buffer
  readonly contentType: string
  readonly etag: string
  readonly updatedAt: number
}

export interface DocumentBody {
  readonly content: Buffer
  readonly contentType: string
}

/** What the caller believes to be there: `If-Match` and `If-None-Match`. */
export interface Preconditions {
  readonly ifMatch?: string
  readonly ifNoneMatch?: string
}

/** The document is another than the caller believes: 412. */
export class PreconditionFailed extends Error {
  constructor() {
    super('the document is another than If-Match or If-None-Match say')
    this.name = 'PreconditionFailed'
  }
}

/** The caller does not say which document would be replaced: 409 where one is there. */
export class PreconditionMissing extends Error {
  constructor() {
    super('a document is there: read it, and say by If-Match or If-None-Match that it shall be replaced')
    this.name = 'PreconditionMissing'
  }
}

const noRegistration = '00000000-0000-0000-0000-000000000000'

function digest({ activityId = '', agentKey = '' }: DocumentScope): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([activityId, agentKey]))
    .digest()
}

function documentsOf(db: XapiDb, scope: DocumentScope) {
  return db
    .selectFrom('xapi.document')
    .where('company_id', '=', scope.companyId)
    .where('kind', '=', scope.kind)
    .where('scope', '=', digest(scope))
}

export async function readDocument(
  db: XapiDb,
  scope: DocumentScope,
  documentId: string,
): Promise<StoredDocument | undefined> {
  const row = await documentsOf(db, scope)
    .select(['content', 'content_type', 'etag', 'updated_at'])
    .where('document_id', '=', documentId)
    .where('registration', '=', scope.registration ?? noRegistration)
    .executeTakeFirst()
  if (!row) return undefined
  return { content: row.content, contentType: row.content_type, etag: row.etag, updatedAt: row.updated_at }
}

/** The ids of the scope's documents; without a registration, of every registration. */
export async function listDocuments(db: XapiDb, scope: DocumentScope, since: number | undefined): Promise<string[]> {
  const rows = await documentsOf(db, scope)
    .select('document_id')
    .distinct()
    .$if(scope.registration !== undefined, (query) => query.where('registration', '=', scope.registration ?? ''))
    .$if(since !== undefined, (query) => query.where('updated_at', '>', since ?? 0))
    .orderBy('document_id')
    .limit(10_000)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${etag}"` || one.trim() === '*')
}

function assertPreconditions(existing: StoredDocument | undefined, { ifMatch, ifNoneMatch }: Preconditions): void {
  if (ifMatch !== undefined && (existing === undefined || !matches(ifMatch, existing.etag)))
    throw new PreconditionFailed()
  if (ifNoneMatch !== undefined && existing !== undefined && matches(ifNoneMatch, existing.etag))
    throw new PreconditionFailed()
}

/** Writers of one document follow one another. */
async function takeTurn(db: XapiDb, scope: DocumentScope, documentId: string): Promise<void> {
  const key = `xapi:${scope.companyId}:${scope.kind}:${digest(scope).toString('hex')}:${documentId}`
  await lockNames(db, key)
}

async function write(db: XapiDb, scope: DocumentScope, documentId: string, body: DocumentBody, now: number) {
  const etag = createHash('sha1').update(body.content).digest('hex')
  const values = { content: body.content, content_type: body.contentType, etag, updated_at: now }
  await db
    .insertInto('xapi.document')
    .values({
      ...values,
      company_id: scope.companyId,
      kind: scope.kind,
      scope: digest(scope),
      document_id: documentId,
      registration: scope.registration ?? noRegistration,
      agent_key: scope.agentKey ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind', 'scope', 'document_id', 'registration']).doUpdateSet(values),
    )
    .execute()
}

/** Replaces a document. Profiles are replaced only by who says which one it knows. */
export async function putDocument(
  db: XapiDb,
  scope: DocumentScope,
  documentId: string,
  body: DocumentBody,
  preconditions: Preconditions,
  now: number,
): Promise<void> {
  await takeTurn(db, scope, documentId)
  const existing = await readDocument(db, scope, documentId)
  const isUnsaid = preconditions.ifMatch === undefined && preconditions.ifNoneMatch === undefined
  if (isUnsaid && scope.kind !== 'state') {
    if (existing !== undefined) throw new PreconditionMissing()
    throw new BadRequest('If-None-Match: a new profile is put with If-None-Match: *')
  }
  assertPreconditions(existing, preconditions)
  await write(db, scope, documentId, body, now)
}

function jsonObject(body: DocumentBody, whose: string): Record<string, unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(body.contentType)) throw new BadRequest(`${whose} document is not JSON`)
  const value = parsed(body.content)
  if (!isObject(value)) throw new BadRequest(`${whose} document is no JSON object`)
  return { ...value }
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Merges the top-level properties of a JSON document into the one that is there, or stores it. */
export async function postDocument(
  db: XapiDb,
  scope: DocumentScope,
  documentId: string,
  body: DocumentBody,
  preconditions: Preconditions,
  now: number,
): Promise<void> {
  await takeTurn(db, scope, documentId)
  const existing = await readDocument(db, scope, documentId)
  assertPreconditions(existing, preconditions)
  if (existing === undefined) return await write(db, scope, documentId, body, now)
  const merged = { ...jsonObject(existing, 'the stored'), ...jsonObject(body, 'the sent') }
  const content = Buffer.from(JSON.stringify(merged))
  await write(db, scope, documentId, { content, contentType: existing.contentType }, now)
}

/** Takes away one document, or all of the scope. */
export async function deleteDocuments(
  db: XapiDb,
  scope: DocumentScope,
  documentId: string | undefined,
  preconditions: Preconditions,
): Promise<void> {
  if (documentId !== undefined) {
    await takeTurn(db, scope, documentId)
    assertPreconditions(await readDocument(db, scope, documentId), preconditions)
  }
  await db
    .deleteFrom('xapi.document')
    .where('company_id', '=', scope.companyId)
    .where('kind', '=', scope.kind)
    .where('scope', '=', digest(scope))
    .$if(documentId !== undefined, (query) =>
      query
        .where('document_id', '=', documentId ?? '')
        .where('registration', '=', scope.registration ?? noRegistration),
    )
    .$if(documentId === undefined && scope.registration !== undefined, (query) =>
      query.where('registration', '=', scope.registration ?? ''),
    )
    .execute()
}
