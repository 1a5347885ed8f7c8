/** Calls that read lives. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Id, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { LIVE_MISSING, NO_ACCESS, NO_PROVIDER, NOT_RELEASED } from './codes.ts'
import { bothFamilies } from './paths.ts'
import { byId, historyCacheSeconds, Live, LiveListQuery, LiveQuery, Person } from './shapes.ts'

const Lives = Page(Live)

export const readingCalls = contract({
  live: {
    method: 'GET',
    ...bothFamilies('/{id}', [LIVE_MISSING, NO_PERMISSION]),
    summary:
      'The live for its owner, with its role links; asked again and again until the provider has made it (LIVE-151)',
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
    summary: 'The live before it is published, for its people and for who decides about it (LIVE-193)',
    access: 'signed-in',
    params: byId,
    response: Live,
    cacheSeconds: 0,
  },
  schedule: {
    method: 'GET',
    ...bothFamilies('/schedule', []),
    summary: 'Lives in progress and to come, the next first (LIVE-171)',
    access: 'signed-in',
    query: LiveQuery,
    response: Lives,
  },
  list: {
    method: 'GET',
    ...bothFamilies('/list', []),
    summary: 'Lives by their name, the newest first; `mine` for live management (LIVE-175)',
    access: 'signed-in',
    query: LiveListQuery,
    response: Lives,
    cacheSeconds: 0,
  },
  hot: {
    method: 'GET',
    ...bothFamilies('/hot', []),
    summary: 'Lives by how many have reserved and attended them (LIVE-177)',
    access: 'signed-in',
    query: LiveQuery,
    response: Lives,
  },
  review: {
    method: 'GET',
    ...bothFamilies('/review', []),
    summary: 'Past lives, the latest first (LIVE-179)',
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
      /** To come. */
      scheduleCount: Type.Integer(),
      /** Over. */
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
    summary: 'How many lives there have been (LIVE-163)',
    access: 'signed-in',
    response: Type.Object({ count: Type.Integer() }),
    cacheSeconds: historyCacheSeconds,
  },
  relativeMembers: {
    method: 'GET',
    ...bothFamilies('/relative-members', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED]),
    summary: 'Host, lecturers, and for those also who has reserved and attended (LIVE-169)',
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
    summary: "The live supplier of the caller's organization, and whether one may apply for a live (LIVE-195)",
    access: 'signed-in',
    response: Type.Object({
      liveSupply: OneOf([0, 3, 4] as const),
      /** What runs the lives of this supplier here. */
      engine: OneOf(['built-in', 'bigbluebutton'] as const),
      /** When the service ends; null: never. */
      expiresAt: Nullable(Type.Integer()),
      expired: Type.Boolean(),
      /** Whether lives need an approval in the caller's organization. */
      approvalSwitch: Type.Boolean(),
      /** LIVE_ENTRANCE_SWITCH, and the caller's right: every member where approval is on, else lecturers and teachers. */
      entranceOpen: Type.Boolean(),
      mayApply: Type.Boolean(),
    }),
    errors: [NO_PROVIDER],
    cacheSeconds: 0,
  },
})
