/** What moderators decide about: the kinds of content that the modules above register. */
import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** A content as moderators see it. */
export interface DescribedContent {
  readonly id: string
  readonly title: string
  /** The beginning, plain text. */
  readonly excerpt: string
  /** The whole content as plain text, where it is longer than the excerpt. */
  readonly text?: string
  /** A hash path of the shell: `/study/…`. */
  readonly link: string
  /** Null where the account was erased. */
  readonly authorId: string | null
  /** Who has written it with the author: they neither report it nor decide about it. */
  readonly coAuthorIds?: readonly string[]
  /** Who gains by what becomes of it: they do not decide about it. */
  readonly interestedIds?: readonly string[]
  /** The author wrote without a name: moderators read none either, and the author still learns of decisions. */
  readonly isAnonymous?: boolean
  /** Whose moderators see its cases. */
  readonly organizationId: string
  /** `waiting`: not published before a moderator approves it. */
  readonly state: 'shown' | 'waiting' | 'removed'
}

/** A decision about a content, as its module carries it out. */
export interface Measure {
  readonly reason: string
  /** The moderator. */
  readonly by: string
  readonly now: number
}

/**
 * A kind of content that members report and moderators decide about; its module registers it with `moderated({ … })`.
 * The functions that change a content lock its row before anything else, and do nothing where it is in that state already.
 */
export interface ModeratedKind {
  readonly businessType: number
  readonly label: Readonly<Record<Language, string>>
  /** The contents of these ids, removed ones too. One statement for all ids. */
  describe(db: Connection, companyId: string, ids: readonly string[]): Promise<readonly DescribedContent[]>
  /** Where the moderator finds the content, if not under `link`: a place that depends on what the moderator sees. */
  linkFor?(db: Connection, caller: Caller, id: string): Promise<string | undefined>
  /** The ids among these that the caller sees, and may report therefore. */
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<readonly string[]>
  remove(db: Connection, companyId: string, id: string, measure: Measure): Promise<void>
  restore(db: Connection, companyId: string, id: string, measure: Measure): Promise<void>
  /** What was put into the queue by `openReview` may stay; nothing is done where it is left out. */
  approve?(db: Connection, companyId: string, id: string, measure: Measure): Promise<void>
  /** What was put into the queue by `openReview` is refused; removed, where it is left out. */
  reject?(db: Connection, companyId: string, id: string, measure: Measure): Promise<void>
}

export const moderated = extensionPoint<ModeratedKind>('moderation.kind')

/** A content by the number of its kind and its id. */
export interface ContentRef {
  readonly businessType: number
  readonly businessId: string
}

export const findKind = (businessType: number): ModeratedKind | undefined =>
  moderated.all().find((kind) => kind.businessType === businessType)

/** The kinds that a content may be of. Refuses a business type that no module has registered with 900001. */
export function kindsOf(businessType: number | undefined): readonly ModeratedKind[] {
  if (businessType === undefined) return moderated.all()
  const kind = findKind(businessType)
  if (kind) return [kind]
  throw refuse(INVALID_INPUT, {
    fields: [{ path: 'businessType', rule: 'known', message: 'is no kind of content' }],
  })
}

const unknown = { cn: '内容', en: 'Content' }
export const labelOf = (businessType: number) => findKind(businessType)?.label ?? unknown
