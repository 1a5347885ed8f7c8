/**
 * When a page or question is shown and when a quota counts: a closed condition on earlier answers. Server and browser
 * compile and run it by the same code (path.ts).
 */
import { type TSchema, Type } from 'typebox'
import { Id, namedKeyword } from '#kit/schema.ts'

const conditionDepthMax = 4
const partsMax = 20

type Value = number | string

/** `rowId`: of a matrix. A question without an answer, or not shown, fulfils no comparison. */
export type Comparison =
  | { readonly op: 'answered'; readonly questionId: string; readonly rowId?: number }
  /** A choice includes the option; a number, date or text is the same. */
  | { readonly op: 'eq'; readonly questionId: string; readonly rowId?: number; readonly value: Value }
  | { readonly op: 'in'; readonly questionId: string; readonly rowId?: number; readonly values: readonly Value[] }
  /** Numbers, ratings and dates (`YYYY-MM-DD`). */
  | { readonly op: 'lt' | 'gt'; readonly questionId: string; readonly rowId?: number; readonly value: Value }

export type Condition =
  | Comparison
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }

const closed = { additionalProperties: false } as const
const value = Type.Union([
  Type.Number({ minimum: -1e12, maximum: 1e12 }),
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}\\p{Cs}]+$' }),
])
const subject = { questionId: Id, rowId: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })) }
const ops = (names: readonly string[]) => ({ type: 'string', enum: [...names] }) as unknown as TSchema

const comparisons: TSchema[] = [
  Type.Object({ op: ops(['answered']), ...subject }, closed),
  Type.Object({ op: ops(['eq', 'lt', 'gt']), ...subject, value }, closed),
  Type.Object({ op: ops(['in']), ...subject, values: Type.Array(value, { minItems: 1, maxItems: 50 }) }, closed),
]

/** Conditions within conditions, `depth` deep: the schema has an end, so no input makes the server go on for long. */
function nested(depth: number): TSchema {
  if (depth === 1) return Type.Union(comparisons)
  const inner = nested(depth - 1)
  return Type.Union([
    ...comparisons,
    Type.Object({ op: ops(['and', 'or']), of: Type.Array(inner, { minItems: 1, maxItems: partsMax }) }, closed),
    Type.Object({ op: ops(['not']), condition: inner }, closed),
  ])
}

export const Condition = Type.Unsafe<Condition>({ ...nested(conditionDepthMax), [namedKeyword]: 'SurveyCondition' })

/** The comparisons that a condition is made of. */
export function comparisonsOf(condition: Condition | null): readonly Comparison[] {
  if (condition === null) return []
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap(comparisonsOf)
    case 'not':
      return comparisonsOf(condition.condition)
    default:
      return [condition]
  }
}
