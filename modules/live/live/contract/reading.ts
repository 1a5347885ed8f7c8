/** Calls that read live sessions. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { ENTRANCE_CLOSED, LIVE_MISSING, NO_ACCESS, NO_PROVIDER, NOT_RELEASED, SERVICE_EXPIRED } from './codes.ts'
import { bothFamilies, newBase } from './paths.ts'
import { byId, historyCacheSeconds, Live, LiveCopy, LiveListQuery, LiveQuery, Person } from './shapes.ts'

const Lives = Page(Live)
const count = Type.Integer({ minimum: 0 })

export const readingCalls = contract({
  live: {
    method: 'GET',
    ...bothFamilies('/{id}', [LIVE_MISSING, NO_PERMISSION]),
    summary: 'The live session for its owner, with its role links; polled until the provider has created it (LIVE-151)',
    access: 'signed-in',
    params: byId,
    response: Live,
    cacheSeconds: 0,
  },
  detail: {
    method: 'GET',
    ...bothFamilies('/detail/{id}', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED]),
    summary: 'The live detail (LIVE-153)',
    access: 'signed-in',
    params: byId,
    query: Type.Object({
      businessId: Type.Optional(Type.String({ maxLength: 64 })),
      type: Type.Optional(Type.String({ maxLength: 20 })),
      homeConfigId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Live,
    cacheSeconds: 0,
  },
  front: {
    method: 'GET',
    ...bothFamilies('/front/{id}', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED]),
    summary: 'The live as a learner sees it (LIVE-155)',
    access: 'signed-in',
    params: byId,
    response: Live,
    cacheSeconds: 0,
  },
  preview: {
    method: 'GET',
    ...bothFamilies('/preview/{id}', [LIVE_MISSING, NO_ACCESS]),
    summary: 'The live session before publication, for its people and its approvers (LIVE-193)',
    access: 'signed-in',
    params: byId,
    response: Live,
    cacheSeconds: 0,
  },
  copy: {
    method: 'GET',
    path: `${newBase}/copy/{id}`,
    summary: 'The form of another live session like this one; for its organizer side, while they may apply',
    access: 'signed-in',
    params: byId,
    response: LiveCopy,
    errors: [LIVE_MISSING, NO_PERMISSION, ENTRANCE_CLOSED, SERVICE_EXPIRED, NO_PROVIDER],
    cacheSeconds: 0,
  },
  schedule: {
    method: 'GET',
    ...bothFamilies('/schedule', []),
    summary: 'Running and upcoming live sessions, the next first (LIVE-171)',
    access: 'signed-in',
    query: LiveQuery,
    response: Lives,
  },
  hosted: {
    method: 'GET',
    path: `${newBase}/hosted`,
    summary: 'Running and upcoming live sessions that a colleague hosts or teaches, as far as the caller may see them',
    access: 'signed-in',
    query: PageQuery({ memberId: Id }),
    response: Lives,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  list: {
    method: 'GET',
    ...bothFamilies('/list', []),
    summary:
      'Live sessions by name, the newest first; `mine` for live management: running, coming, then past (LIVE-175)',
    access: 'signed-in',
    query: LiveListQuery,
    response: Type.Object({
      ...Lives.properties,
      /** With `mine`: how many live sessions each status has (map live-status), and all, under the search. */
      counts: Type.Optional(Type.Object({ all: count, 0: count, 1: count, 2: count, 3: count, 4: count })),
    }),
    cacheSeconds: 0,
  },
  hot: {
    method: 'GET',
    ...bothFamilies('/hot', []),
    summary: 'Live sessions by reservations and attendance (LIVE-177)',
    access: 'signed-in',
    query: LiveQuery,
    response: Lives,
  },
  review: {
    method: 'GET',
    ...bothFamilies('/review', []),
    summary: 'Past live sessions, the latest first (LIVE-179)',
    access: 'signed-in',
    query: LiveQuery,
    response: Lives,
  },
  counts: {
    method: 'GET',
    ...bothFamilies('/count', []),
    summary: 'The counts of the live home (LIVE-173)',
    access: 'signed-in',
    response: Type.Object({
      /** In progress. */
      liveCount: Type.Integer(),
      /** Upcoming. */
      scheduleCount: Type.Integer(),
      /** Ended. */
      reviewCount: Type.Integer(),
      /** Reserved by the caller, and not over. */
      subscribedCount: Type.Integer(),
      /** The caller's own, in every state. */
      mineCount: Type.Integer(),
    }),
    cacheSeconds: 0,
  },
  historyCount: {
    method: 'GET',
    ...bothFamilies('/history-count', []),
    summary: 'The number of past live sessions (LIVE-163)',
    access: 'signed-in',
    response: Type.Object({ count: Type.Integer() }),
    cacheSeconds: historyCacheSeconds,
  },
  relativeMembers: {
    method: 'GET',
    ...bothFamilies('/relative-members', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED]),
    summary: 'Host and lecturers; for the organizer side also the reservations and attendance (LIVE-169)',
    access: 'signed-in',
    query: PageQuery({ businessId: Id }),
    response: Page(
      Type.Object({
        ...Person.properties,
        relation: OneOf(['host', 'lecturer', 'attended', 'reserved'] as const),
      }),
    ),
    cacheSeconds: 0,
  },
  supplier: {
    method: 'GET',
    path: '/live/supplier',
    summary:
      "The live supplier of the caller's organization, and whether the caller may apply for a live session (LIVE-195)",
    access: 'signed-in',
    response: Type.Object({
      liveSupply: OneOf([0, 3, 4] as const),
      /** The provider of this supplier in this installation. */
      engine: OneOf(['built-in', 'bigbluebutton'] as const),
      /** When the service ends; null: never. */
      expiresAt: Nullable(Type.Integer()),
      expired: Type.Boolean(),
      /** Whether the caller's organization requires an approval. */
      approvalSwitch: Type.Boolean(),
      /** LIVE_ENTRANCE_SWITCH, and the caller's right: with approval every member, else lecturers and teachers. */
      entranceOpen: Type.Boolean(),
      mayApply: Type.Boolean(),
    }),
    errors: [NO_PROVIDER],
    cacheSeconds: 0,
  },
})
