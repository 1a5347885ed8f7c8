/** What the contracts of authored content share: its states, an item of its author's list, the calls of its lifecycle. */
import { type Static, type TSchema, Type } from 'typebox'
import type { Access } from './contract.ts'
import { type ErrorCode, errorCode, NO_PERMISSION, NOT_FOUND } from './errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from './schema.ts'

export const ShelfStatus = OneOf(['draft', 'on-shelf', 'off-shelf'])
export type ShelfStatus = Static<typeof ShelfStatus>

/** Where the application to publish stands (map `subject-status`: approving, rejected): `returned` to the author, who revises it. */
export const ApprovalState = OneOf(['waiting', 'returned', 'refused'])
export type ApprovalState = Static<typeof ApprovalState>

/** What an author may do; the screen shows exactly the buttons that the server names. */
export const authorActions = ['edit', 'publish', 'withdraw', 'take-off-shelf', 'discard-changes', 'delete'] as const
export type AuthorAction = (typeof authorActions)[number]

/** An item as its authors see it. */
export const AuthoredContent = Type.Object({
  id: Id,
  name: Type.String(),
  organization: Type.Object({ id: Id, name: Type.String() }),
  author: Nullable(Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })),
  status: ShelfStatus,
  /** The last application to publish, where it still matters; `opinion` says why it was returned or refused. */
  approval: Nullable(Type.Object({ processId: Id, state: ApprovalState, opinion: Type.String() })),
  /** It was published, and learners do not see the latest changes yet. */
  hasUnpublishedChanges: Type.Boolean(),
  updatedAt: Instant,
  publishedAt: Nullable(Instant),
  /** Every change carries the revision that the author has read; another one than the newest is refused. */
  revision: Type.Integer(),
  actions: Type.Array(OneOf(authorActions)),
})
export type AuthoredContent = Static<typeof AuthoredContent>

/** The filters of an author's list; a kind of content adds its own. */
export const authoredFilters = {
  status: Type.Optional(ShelfStatus),
  /** Items whose application to publish is in progress, or was refused. */
  approval: Type.Optional(OneOf(['waiting', 'refused'])),
  search: Type.Optional(OptionalText(100)),
  /** Only what the caller has written. */
  mine: Type.Optional(Type.Boolean()),
}
export const AuthoredQuery = PageQuery(authoredFilters)
export type AuthoredQuery = Static<typeof AuthoredQuery>

/** The tabs of an author's list and what each asks for (map `subject-status`). */
export const authorTabs = {
  all: {},
  draft: { status: 'draft' },
  approving: { approval: 'waiting' },
  rejected: { approval: 'refused' },
  'on-shelf': { status: 'on-shelf' },
  'off-shelf': { status: 'off-shelf' },
} as const satisfies Readonly<Record<string, Pick<AuthoredQuery, 'status' | 'approval'>>>
export type AuthorTab = keyof typeof authorTabs

/** A page of an author's list, and how many items each tab has under the other filters. */
export const AuthoredPage = <T extends TSchema>(item: T) => {
  const count = Type.Integer({ minimum: 0 })
  const counts = { all: count, draft: count, approving: count, rejected: count, 'on-shelf': count, 'off-shelf': count }
  return Type.Object({ ...Page(item).properties, counts: Type.Object(counts satisfies Record<AuthorTab, unknown>) })
}

export const Changed = Type.Object({ id: Id, revision: Type.Integer() })

/** An application to publish is in progress; the text stands in approvals. */
const APPROVAL_PENDING = errorCode(46002)
/** No step of the approval finds anybody but the applicant; the text stands in approvals. */
const NOBODY_TO_DECIDE = errorCode(46003)

interface Kind<A extends Access> {
  /** `exam` */
  readonly noun: string
  /** `/exam-manage`: the calls stand below `/exam-manage/{id}`. */
  readonly path: string
  readonly access: A
  /** The refusal of an earlier revision. */
  readonly changed: ErrorCode
  /** The refusal of an action that the state does not allow. */
  readonly notPossible: ErrorCode
  /** Why an item is not ready to be published. */
  readonly notReady: readonly ErrorCode[]
  /** The refusal of an unknown id; `NOT_FOUND` where it is left out. */
  readonly missing?: ErrorCode
}

/** The contract entries of `lifecycleRoutes` (catalog), for one kind of content. */
export function lifecycleCalls<const A extends Access>(kind: Kind<A>) {
  const { noun, path, access, changed, notPossible, notReady, missing = NOT_FOUND } = kind
  const params = Type.Object({ id: Id })
  const withRevision = Body({ revision: Type.Integer({ minimum: 0 }) })
  const entry = <const M extends 'POST' | 'DELETE', R extends TSchema, const E extends readonly ErrorCode[]>(
    method: M,
    action: string,
    summary: string,
    { response, errors }: { readonly response: R; readonly errors: E },
  ) => {
    const refusals = [missing, NO_PERMISSION, notPossible, ...errors]
    return { method, path: `${path}/{id}${action}`, summary, access, params, response, errors: refusals } as const
  }
  const published = Type.Object({ ...Changed.properties, versionNumber: Type.Integer(), applied: Type.Boolean() })
  return {
    publish: {
      ...entry('POST', '/publish', `Publish the ${noun}; \`applied\`: somebody has to agree first`, {
        response: published,
        errors: [changed, ...notReady, APPROVAL_PENDING, NOBODY_TO_DECIDE],
      }),
      body: withRevision,
    },
    withdraw: entry('POST', '/withdraw', 'Withdraw the application to publish', { response: Changed, errors: [] }),
    takeDown: entry('POST', '/take-off-shelf', `Take the ${noun} off the shelf: nobody starts it, progress stays`, {
      response: Changed,
      errors: [],
    }),
    discard: {
      ...entry('POST', '/discard-changes', 'Discard the changes since the last publication', {
        response: Changed,
        errors: [changed],
      }),
      body: withRevision,
    },
    remove: entry('DELETE', '', `Put the ${noun} into the recycle bin; one on the shelf is refused`, {
      response: Done,
      errors: [],
    }),
  }
}
