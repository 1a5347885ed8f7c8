/**
 * The life of authored content: a draft, on the shelf, off it, in the recycle bin. It is published at once, or by an
 * application where approval is switched on for its organization. The application is always locked before the content, by
 * an approver as by an author: two at once never wait in a circle.
 *
 * The content lies in one table of the module that asks, with the columns `id, company_id, organization_id, author_id, name,
 * status, revision, updated_at, deleted_at`; versioned content has `approval, version_number, published_at, off_shelf_at`
 * as well. Its row is locked `for no key update`: whatever only points at it (a registration) does not wait.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ApprovalState } from '#kit/authored-content.ts'
import type { Caller, Language } from '#kit/caller.ts'
import { type ErrorCode, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  type ApprovalOutcome,
  type ApprovalSubject,
  apply,
  approvalSubject,
  approvalsOf,
  isApprovalOn,
  mayReadByApplication,
  withdraw,
} from '#modules/platform/approvals/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { recycle, recycleKind } from '#modules/platform/operations/server.ts'
import type { Connection, Database } from '#server/db/connection.ts'
import type { Extension } from '#server/extension.ts'
import type { AuthoringPolicy, OwnedContent } from './authoring.policy.ts'
import type { ShelfAction, ShelfState, TransitionRules } from './shelf.transitions.ts'

/** A row as it is loaded for a change. */
export interface ContentRecord extends OwnedContent, ShelfState {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly name: string
  readonly revision: number
  /** 0 where the content has no versions. */
  readonly versionNumber: number
}

/** The application as the row knows it; approvals knows whether it was given back. */
export type StoredApproval = 'waiting' | 'refused' | null

export interface PublicationApproval {
  readonly processId: string
  readonly state: ApprovalState
  readonly opinion: string
}

interface Moment {
  readonly now: number
  readonly language: Language
}

export interface Publication<R> {
  /** The one that the caller read; undefined where it may be any. */
  readonly revision: number | undefined
  /** Keeps on the locked row what else the caller said. */
  readonly prepare?: (record: R) => Promise<void>
}

export interface LifecycleOptions<Tables, R extends ContentRecord, Action extends string> {
  /** `courses.course` */
  readonly table: string
  readonly tables: (connection: Connection) => Database<Tables>
  readonly isVersioned: boolean
  /** Of the row: whether there are changes that are not published. */
  readonly hasChangesSql: RawBuilder<boolean>
  /** What the record holds besides: columns of the row, named as in the record. */
  readonly columns: RawBuilder<unknown>
  readonly policy: AuthoringPolicy
  readonly rules: TransitionRules<Action>
  /** Refuses a change of an earlier revision. */
  readonly changed: ErrorCode
  /** Refuses an unknown id; `NOT_FOUND` where it is left out. */
  readonly missing?: ErrorCode
  /** Left out: nobody has to agree to a publication. */
  readonly approval?: Omit<ApprovalSubject, 'decided'> & {
    /** What an approver reads first: label → text. */
    summary(db: Database<Tables>, record: R, language: Language): Promise<Readonly<Record<string, string>>>
  }
  /** Refuses content that can't be published. */
  assertReady(db: Database<Tables>, record: R): Promise<void>
  /** Makes the newest outline what learners see. Status, version and dates are written already. */
  putOnShelf(db: Database<Tables>, record: R, version: { readonly number: number; readonly now: number }): Promise<void>
  /** Left out: there are no changes that could be discarded. */
  readonly discard?: { readonly action: Action; run(db: Database<Tables>, record: R): Promise<void> }
  readonly recycling: {
    /** `course`: also its type in the audit log. */
    readonly kind: string
    readonly label: Readonly<Record<Language, string>>
    /** Before the row goes with all that hangs on it: what lies elsewhere, such as files. The row is locked. */
    purging?(db: Database<Tables>, item: { readonly id: string; readonly companyId: string }): Promise<void>
    purged?(db: Database<Tables>, id: string): Promise<void>
  }
}

const versionLabel: Readonly<Record<Language, string>> = { cn: '版本', en: 'Version' }

const nextVersion = ({ versionNumber, hasChanges }: ContentRecord) => versionNumber + (hasChanges ? 1 : 0)

export class Lifecycle<Tables, R extends ContentRecord, Action extends string> {
  /** The registrations with other modules: approval and recycle bin. */
  readonly extensions: readonly Extension[]
  readonly options: LifecycleOptions<Tables, R, Action>
  readonly #table: RawBuilder<unknown>

  constructor(options: LifecycleOptions<Tables, R, Action>) {
    this.options = options
    this.#table = sql.table(options.table)
    this.extensions = [this.#recycling(), ...(options.approval ? [this.#subject(options.approval)] : [])]
  }

  async #load(
    db: Database<Tables>,
    condition: RawBuilder<unknown>,
    { managed, lock }: { readonly managed: RawBuilder<boolean>; readonly lock: boolean },
  ): Promise<R> {
    const { columns, hasChangesSql, isVersioned, missing = NOT_FOUND } = this.options
    const { rows } = await sql<R & { readonly approval: StoredApproval }>`
      select id, company_id as "companyId", organization_id as "organizationId", author_id as "authorId", name, status,
        revision, ${isVersioned ? sql`approval, version_number` : sql`null as approval, 0`} as "versionNumber",
        ${hasChangesSql} as "hasChanges", ${managed} as managed, ${columns}
      from ${this.#table} where ${condition} ${lock ? sql`for no key update` : sql``}`.execute(db)
    const [row] = rows
    if (!row) throw refuse(missing)
    if (row.approval !== 'waiting') return row
    const approval = (await this.approvals(db, row.companyId, [row])).get(row.id)
    return { ...row, approval: approval?.state ?? null }
  }

  #find(db: Database<Tables>, caller: Caller, id: string, lock: boolean): Promise<R> {
    const managed = sql<boolean>`organization_id in ${organizationsBelowSql(this.options.policy.managedOrganizations(caller))}`
    return this.#load(db, sql`id = ${id} and company_id = ${caller.companyId} and deleted_at is null`, {
      managed,
      lock,
    })
  }

  #assertMayEdit(caller: Caller, record: R): R {
    if (!this.options.policy.mayEdit(caller, record)) throw refuse(NO_PERMISSION)
    return record
  }

  /** Content of the caller's company, whoever may do what with it. */
  get(db: Database<Tables>, caller: Caller, id: string): Promise<R> {
    return this.#find(db, caller, id, false)
  }

  /** Content that the caller may change. */
  async getEditable(db: Database<Tables>, caller: Caller, id: string): Promise<R> {
    return this.#assertMayEdit(caller, await this.#find(db, caller, id, false))
  }

  /** As `getEditable`; nobody else changes it until we are done. */
  async lockEditable(db: Database<Tables>, caller: Caller, id: string): Promise<R> {
    return this.#assertMayEdit(caller, await this.#find(db, caller, id, true))
  }

  /** Locks content that is changed without a caller: by a decision, or from the recycle bin. */
  lock(db: Database<Tables>, companyId: string, id: string, which: 'living' | 'deleted' = 'living'): Promise<R> {
    const isDeleted = which === 'living' ? sql`deleted_at is null` : sql`deleted_at is not null`
    const condition = sql`id = ${id} and company_id = ${companyId} and ${isDeleted}`
    return this.#load(db, condition, { managed: sql`false`, lock: true })
  }

  /** Locks content for an action that its state allows; refuses where somebody else has changed it since `revision`. */
  async lockForEdit(
    db: Database<Tables>,
    caller: Caller,
    id: string,
    revision: number | undefined,
    action: Action | ShelfAction = 'edit',
  ): Promise<R> {
    const record = await this.#lockRevision(db, caller, id, revision)
    this.options.rules.statusAfter(record, action)
    return record
  }

  async #lockRevision(db: Database<Tables>, caller: Caller, id: string, revision: number | undefined): Promise<R> {
    const record = await this.lockEditable(db, caller, id)
    this.#assertRevision(record, revision)
    return record
  }

  #assertRevision(record: R, revision: number | undefined): void {
    if (revision !== undefined && record.revision !== revision) {
      throw refuse(this.options.changed, { revision: record.revision })
    }
  }

  /** Content that is not published, for its authors and for those who have to decide about it. */
  async getPreviewable(db: Database<Tables>, caller: Caller, id: string, now: number): Promise<R> {
    const record = await this.get(db, caller, id)
    const { policy, approval } = this.options
    if (policy.mayEdit(caller, record)) return record
    const businessType = approval?.businessType
    const decides =
      businessType !== undefined && (await mayReadByApplication(db, caller, { businessType, businessId: id }, now))
    if (!decides) throw refuse(NO_PERMISSION)
    return record
  }

  /** Counts a change; answers the revision to make the next one on. */
  async bump(db: Database<Tables>, id: string, now: number): Promise<number> {
    const { rows } = await sql<{ revision: number }>`
      update ${this.#table} set revision = revision + 1, updated_at = ${now} where id = ${id}
      returning revision`.execute(db)
    if (!rows[0]) throw new Error(`no row ${id} in ${this.options.table}`)
    return rows[0].revision
  }

  #set(db: Database<Tables>, id: string, columns: RawBuilder<unknown>) {
    return sql`update ${this.#table} set ${columns} where id = ${id}`.execute(db)
  }

  /** The applications that still matter, by content. One statement; none where no content of the page has applied. */
  async approvals(
    db: Connection,
    companyId: string,
    rows: readonly { readonly id: string; readonly approval: StoredApproval }[],
  ): Promise<Map<string, PublicationApproval>> {
    const { approval: subject } = this.options
    const applied = rows.filter(({ approval }) => approval !== null)
    if (!subject || applied.length === 0) return new Map()
    const ids = applied.map(({ id }) => id)
    const found = await approvalsOf(db, companyId, subject.businessType, ids)
    return new Map(
      applied.flatMap(({ id, approval }) => {
        const last = found.get(id)
        if (!last || approval === null) return []
        const state = approval === 'waiting' && last.revising ? 'returned' : approval
        return [[id, { processId: last.processId, state, opinion: last.opinion }]]
      }),
    )
  }

  /** Whether publishing the content takes an application. */
  async needsApproval(db: Connection, { companyId, organizationId }: Pick<R, 'companyId' | 'organizationId'>) {
    const { approval } = this.options
    return approval !== undefined && isApprovalOn(db, companyId, approval.businessType, organizationId)
  }

  /** Publishes, or applies for it: `applied` says which. */
  async publish(
    db: Database<Tables>,
    caller: Caller,
    id: string,
    { revision, prepare }: Publication<R>,
    moment: Moment,
  ) {
    const seen = await this.getEditable(db, caller, id)
    const isApplied = await this.needsApproval(db, seen)
    if (isApplied) {
      this.#assertRevision(seen, revision)
      this.options.rules.statusAfter(seen, 'publish')
      await this.#apply(db, caller, seen, moment)
    }
    // An author who changed it since it was read has lost: the application is about what was read.
    const record = isApplied
      ? await this.#lockRevision(db, caller, id, seen.revision)
      : await this.lockForEdit(db, caller, id, revision, 'publish')
    await prepare?.(record)
    if (!isApplied) return { ...(await this.#putOnShelf(db, record, moment.now)), applied: false }
    await this.#set(db, id, sql`approval = 'waiting'`)
    const { versionNumber } = record
    return { id, versionNumber, revision: await this.bump(db, id, moment.now), applied: true }
  }

  async #apply(db: Database<Tables>, caller: Caller, record: R, { now, language }: Moment): Promise<void> {
    const { approval, assertReady } = this.options
    if (!approval) return
    await assertReady(db, record)
    const { id, companyId, organizationId, name } = record
    const summary = await approval.summary(db, record, language)
    await apply(db, {
      ...{ companyId, organizationId, businessType: approval.businessType, businessId: id, name, now },
      applicantId: caller.memberId,
      summary: { ...summary, [versionLabel[language]]: String(nextVersion(record)) },
    })
  }

  async #putOnShelf(db: Database<Tables>, record: R, now: number) {
    const { assertReady, putOnShelf, isVersioned } = this.options
    const { id } = record
    const versionNumber = nextVersion(record)
    await assertReady(db, record)
    const columns = sql`status = 'on-shelf'`
    const version = sql`approval = null, version_number = ${versionNumber}, published_at = ${now}, off_shelf_at = null`
    await this.#set(db, id, isVersioned ? sql`${columns}, ${version}` : columns)
    await putOnShelf(db, record, { number: versionNumber, now })
    return { id, versionNumber, revision: await this.bump(db, id, now) }
  }

  /** Takes the application back; the content can be changed again. */
  async withdraw(db: Database<Tables>, caller: Caller, id: string, now: number) {
    this.options.rules.statusAfter(await this.getEditable(db, caller, id), 'withdraw')
    await this.#endApplication(db, caller, id, now)
    return { id, revision: await this.bump(db, id, now) }
  }

  async #endApplication(db: Database<Tables>, { companyId, memberId }: Caller, id: string, now: number) {
    const { approval } = this.options
    if (approval) await withdraw(db, { companyId, businessType: approval.businessType, businessId: id, memberId, now })
  }

  /**
   * Nobody begins the content from now on; progress is kept. An application to publish ends with it: what somebody takes
   * off the shelf, nobody else puts back by agreeing.
   */
  async takeDown(db: Database<Tables>, caller: Caller, id: string, now: number) {
    const { rules, isVersioned } = this.options
    rules.statusAfter(await this.getEditable(db, caller, id), 'take-off-shelf')
    await this.#endApplication(db, caller, id, now)
    await this.lockForEdit(db, caller, id, undefined, 'take-off-shelf')
    const columns = sql`status = 'off-shelf'`
    await this.#set(db, id, isVersioned ? sql`${columns}, off_shelf_at = ${now}` : columns)
    return { id, revision: await this.bump(db, id, now) }
  }

  /** What is edited is again what was published last. */
  async discard(db: Database<Tables>, caller: Caller, id: string, revision: number, now: number) {
    const { discard } = this.options
    if (!discard) throw new Error(`${this.options.table} keeps no changes apart`)
    const record = await this.lockForEdit(db, caller, id, revision, discard.action)
    await discard.run(db, record)
    await this.#set(db, id, sql`approval = null`)
    return { id, revision: await this.bump(db, id, now) }
  }

  /**
   * Puts the content into the recycle bin, where it lies as it was. Nobody finds it any more; what was achieved with it is
   * kept as long as it can be restored.
   */
  async remove(db: Database<Tables>, caller: Caller, id: string, now: number): Promise<void> {
    const { name } = await this.lockForEdit(db, caller, id, undefined, 'delete')
    await this.#set(db, id, sql`deleted_at = ${now}`)
    const { companyId, memberId } = caller
    const { kind } = this.options.recycling
    await recycle(db, { companyId, kind, itemId: id, name, deletedBy: memberId, now })
  }

  #recycling(): Extension {
    const { tables, recycling } = this.options
    const { kind, label, purging, purged } = recycling
    return recycleKind({
      ...{ kind, label },
      restore: async (connection, { companyId, itemId, now }) => {
        const db = tables(connection)
        await this.lock(db, companyId, itemId, 'deleted')
        await this.#set(db, itemId, sql`deleted_at = null, updated_at = ${now}`)
      },
      purge: async (connection, { companyId, itemId }) => {
        const db = tables(connection)
        const { rows } = await sql`select from ${this.#table}
          where id = ${itemId} and company_id = ${companyId} and deleted_at is not null for update`.execute(db)
        if (rows.length === 0) return
        await purging?.(db, { id: itemId, companyId })
        await sql`delete from ${this.#table} where id = ${itemId}`.execute(db)
        await purged?.(db, itemId)
      },
    })
  }

  #subject({ summary: _, ...subject }: NonNullable<LifecycleOptions<Tables, R, Action>['approval']>): Extension {
    return approvalSubject({ ...subject, decided: (connection, outcome) => this.#decided(connection, outcome) })
  }

  /** Called in the transaction of the decision. */
  async #decided(connection: Connection, { companyId, businessId, result, now }: ApprovalOutcome): Promise<void> {
    const db = this.options.tables(connection)
    const record = await this.lock(db, companyId, businessId)
    if (result === 'agreed') {
      await this.#putOnShelf(db, record, now)
      return
    }
    await this.#set(db, businessId, sql`approval = ${result === 'refused' ? 'refused' : null}`)
    await this.bump(db, businessId, now)
  }
}
