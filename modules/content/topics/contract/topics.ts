/** Topics (tags) and their types. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { managesTopics } from './access.ts'
import { TOPIC_NAME_TAKEN, TOPIC_TYPE_IN_USE, TOPIC_TYPE_NAME_TAKEN } from './codes.ts'

/** SYSTEM-166 */
export const TOPIC_NAME_MAX = 10
const TYPE_NAME_MAX = 20
/** SYSTEM-163, SYSTEM-164: how many topics a place takes. */
export const TOPICS_DEFAULT = 5
/** SYSTEM-169 */
export const HOT_PAGE_SIZE = 10

export const Topic = Type.Object({ id: Id, name: Type.String(), typeId: Nullable(Id) })
export type Topic = Static<typeof Topic>

const TopicType = Type.Object({ id: Id, name: Type.String(), status: OneOf([0, 1]) })

const ManagedType = Type.Object({
  ...TopicType.properties,
  /** Learners are offered its topics. */
  shown: Type.Boolean(),
  topicCount: Type.Integer(),
})
export type ManagedType = Static<typeof ManagedType>

const ManagedTopic = Type.Object({
  ...Topic.properties,
  typeName: Nullable(Type.String()),
  /** Items that bear it. */
  useCount: Type.Integer(),
  createdBy: Nullable(Id),
  createdAt: Instant,
})
export type ManagedTopic = Static<typeof ManagedTopic>

/** Topics and their types are those of the whole company. */
const ById = Type.Object({ id: Id })
const Name = Title(TOPIC_NAME_MAX)
const NameFilter = Type.Optional(OptionalText(50))
const TypeFields = { name: Title(TYPE_NAME_MAX), status: OneOf([0, 1]), shown: Type.Boolean() }

export const topicCalls = contract({
  findTopicType: {
    method: 'GET',
    path: '/system/topic-type/findTopicType',
    summary: 'Topic types; with status=1 the enabled ones (SYSTEM-171, SYSTEM-172)',
    access: 'signed-in',
    query: Type.Object({ status: Type.Optional(OneOf([0, 1])) }),
    response: Page(TopicType),
  },
  frontTopicTypes: {
    method: 'GET',
    path: '/system/topic-type/front',
    summary: 'The topic types shown to learners (SYSTEM-178)',
    access: 'signed-in',
    response: Page(TopicType),
  },
  findTopic: {
    method: 'GET',
    path: '/system/topic/findTopic',
    summary: 'Topics by type and name, the first 500 (SYSTEM-173)',
    access: 'signed-in',
    query: Type.Object({ typeId: Type.Optional(Id), name: NameFilter }),
    response: Page(Topic),
  },
  selectTopics: {
    method: 'GET',
    path: '/system/topic/select',
    summary: 'Topics for the chooser, the most used first, up to 50 (SYSTEM-174)',
    access: 'signed-in',
    query: Type.Object({ name: NameFilter }),
    response: Page(Topic),
  },
  selectTopicPages: {
    method: 'GET',
    path: '/system/topic/select/pages',
    summary: 'Topics for the chooser by page, the most used first; 10 per page (SYSTEM-175)',
    access: 'signed-in',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: HOT_PAGE_SIZE })),
      name: NameFilter,
    }),
    response: Page(Topic),
  },
  selectFrontTopics: {
    method: 'GET',
    path: '/system/topic/select-front',
    summary: "Topics for the learner's chooser: of types shown to learners, and those without a type (SYSTEM-176)",
    access: 'signed-in',
    query: Type.Object({ name: NameFilter }),
    response: Page(Topic),
  },
  quickAddTopic: {
    method: 'POST',
    path: '/system/topic/quick-add',
    summary: 'Adds a topic by name, or answers the one of that name (SYSTEM-168, SYSTEM-177)',
    access: 'signed-in',
    body: Body({ name: Name }),
    response: Type.Object({ ...Topic.properties, added: Type.Boolean() }),
    errors: [MUTED],
  },
  listTopics: {
    method: 'GET',
    path: '/system/topic',
    summary: 'Topics with their use, for the administrator',
    access: managesTopics,
    query: PageQuery({
      keyword: NameFilter,
      /** `none`: those without a type. */
      typeId: Type.Optional(Type.Union([Id, Type.Literal('none')])),
      order: Type.Optional(OneOf(['used', 'newest', 'name'])),
    }),
    response: Page(ManagedTopic),
  },
  addTopic: {
    method: 'POST',
    path: '/system/topic',
    summary: 'Adds a topic to a type',
    access: managesTopics,
    body: Body({ name: Name, typeId: Nullable(Id) }),
    response: ManagedTopic,
    errors: [NOT_FOUND, TOPIC_NAME_TAKEN],
  },
  changeTopic: {
    method: 'PUT',
    path: '/system/topic/{id}',
    summary: 'Renames a topic, or moves it to another type; items that bear it bear the new name',
    access: managesTopics,
    params: ById,
    body: Body({ name: Name, typeId: Nullable(Id) }),
    response: ManagedTopic,
    errors: [NOT_FOUND, TOPIC_NAME_TAKEN],
  },
  mergeTopics: {
    method: 'POST',
    path: '/system/topic/{id}/merge',
    summary: 'Items that bear one of these topics bear this one instead; the merged ones are gone',
    access: managesTopics,
    params: ById,
    body: Body({ topicIds: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
    response: ManagedTopic,
    errors: [NOT_FOUND],
  },
  deleteTopics: {
    method: 'POST',
    path: '/system/topic/deletion',
    summary: 'Deletes topics; items bear them no longer',
    access: managesTopics,
    body: Body({ topicIds: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  listTopicTypes: {
    method: 'GET',
    path: '/system/topic-type',
    summary: 'All topic types in their order, for the administrator',
    access: managesTopics,
    response: Page(ManagedType),
  },
  addTopicType: {
    method: 'POST',
    path: '/system/topic-type',
    summary: 'Adds a topic type at the end',
    access: managesTopics,
    body: Body(TypeFields),
    response: ManagedType,
    errors: [TOPIC_TYPE_NAME_TAKEN],
  },
  changeTopicType: {
    method: 'PUT',
    path: '/system/topic-type/{id}',
    summary: 'Renames a topic type, enables or disables it, shows it to learners or hides it',
    access: managesTopics,
    params: ById,
    body: Body(TypeFields),
    response: ManagedType,
    errors: [NOT_FOUND, TOPIC_TYPE_NAME_TAKEN],
  },
  orderTopicTypes: {
    method: 'PUT',
    path: '/system/topic-type-order',
    summary: 'The order in which the types are shown: ids from first to last',
    access: managesTopics,
    body: Body({ ids: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  deleteTopicType: {
    method: 'DELETE',
    path: '/system/topic-type/{id}',
    summary: 'Deletes a topic type that has no topics',
    access: managesTopics,
    params: ById,
    response: Done,
    errors: [NOT_FOUND, TOPIC_TYPE_IN_USE],
  },
})
