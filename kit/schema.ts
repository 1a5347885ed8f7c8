/** Shared schemas of the wire, by which a kind of value has the same shape in every contract. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { titlePattern } from './names.ts'

/** The server replaces the value by its `normalizeName` before the other rules of its schema look at it. */
export const normalizedKeyword = 'x-normalized'

/** The server replaces the value by its `cleanTitle`, as early. */
export const cleanedKeyword = 'x-cleaned'

/** The name of a schema that docs/openapi.json holds once, however many calls take it. */
export const namedKeyword = 'x-name'

/** How an id is written, where no contract checks it: in an address, or in what another system answers. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** UUIDv7 as text, made by the application. */
export const Id = Type.String({
  pattern: idPattern.source,
  description: 'id (UUID)',
})
export type Id = Static<typeof Id>

/** Ids separated by commas, as addresses and forms carry them. */
export function IdList(max: number) {
  const one = idPattern.source.slice(1, -1)
  return Type.String({ pattern: `^${one}(,${one}){0,${max - 1}}$`, description: `1 to ${max} ids, with commas` })
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const Instant = Type.Integer({
  minimum: 0,
  maximum: 8_640_000_000_000_000,
  description: 'milliseconds since 1970',
})
export type Instant = Static<typeof Instant>

/** A title: one line, with something visible in it and nothing hidden (`kit/names.ts`). */
export const Title = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: titlePattern, [cleanedKeyword]: true })

/** A title that may be left empty. */
export const OptionalTitle = (maxLength: number) =>
  Type.String({ maxLength, pattern: `^$|${titlePattern}`, [cleanedKeyword]: true })

/** The name of a person, organization, team or position: as a title, and stored in its usual form. */
export const Name = (maxLength: number, { minLength = 1, pattern = titlePattern } = {}) =>
  Type.String({ minLength, maxLength, pattern, [normalizedKeyword]: true })

/** A host without a user name or password, and nothing that hides or breaks the line. */
export const webAddressPattern = '^https?://[^\\s\\p{Cc}\\p{Cf}/?#@\\\\]+(?:[/?#][^\\s\\p{Cc}\\p{Cf}]*)?$'

/** A link to a page anywhere, as a person typed it. */
export const WebAddress = (maxLength: number) => Type.String({ minLength: 8, maxLength, pattern: webAddressPattern })

/** Text that a person typed: at least one character that is no space. */
export const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** Text that may be left empty. */
export const OptionalText = (maxLength: number) => Type.String({ maxLength })

/** Money and coins: hundredths as decimal text, exact whatever their size (`"12345"` is 123.45). */
export const Hundredths = Type.String({
  pattern: '^(0|-?[1-9][0-9]{0,23})$',
  description: 'hundredths, as decimal text',
})

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One of a few numbers, as the status maps of the specification use them. */
export const OneOf = <const T extends readonly (string | number)[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values })

/** Query of a paged list. Pages start at 1 (SHELL-073). */
export const PageQuery = <T extends TProperties>(filters: T) =>
  Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    ...filters,
  })

/** Answer of a paged list: the rows of the page, and the number of all matches (SHELL-072). */
export const Page = <T extends TSchema>(row: T) =>
  Type.Object({ items: Type.Array(row), recordCount: Type.Integer({ minimum: 0 }) })

/** A list of which there may be millions is counted no further, and its pages end there: a filter leads to what lies beyond. */
export const countedMax = 10_000

/** Answer of such a list. `isMore`: more match than `recordCount` says. */
export const CountedPage = <T extends TSchema>(row: T) =>
  Type.Object({
    items: Type.Array(row),
    recordCount: Type.Integer({ minimum: 0, maximum: countedMax }),
    isMore: Type.Boolean(),
  })

/** A request body. A field that is not declared is refused, never ignored. */
export const Body = <T extends TProperties>(properties: T): TObject<T> =>
  Type.Object(properties, { additionalProperties: false })

/** The answer of a call without a result. */
export const Done = Type.Object({})

/** Offset and limit of a page query whose defaults validation has filled in. */
export function pageWindow(query: { page?: number; pageSize?: number }): { limit: number; offset: number } {
  const limit = query.pageSize ?? 20
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}
